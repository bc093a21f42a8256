"""nginx with nchan for live connections, by the files of `deploy/nginx`."""

import os
import re
import resource
import shutil
import subprocess
from functools import cache
from pathlib import Path

from .programs import Program, listening

DEPLOY = Path(__file__).resolve().parent.parent.parent / "deploy" / "nginx"
FILES_MOST = 65536
PUBLISH_AT = "127.0.0.1:8010"


class NchanMissingError(Exception):
    """There is no nginx with nchan here."""


@cache
def binary() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


@cache
def nchan_module() -> Path | None:
    """The module as Debian's package libnginx-mod-nchan installs it."""
    nginx = binary()
    if nginx is None:
        return None
    built = subprocess.run([nginx, "-V"], capture_output=True, text=True, check=False).stderr
    folder = re.search(r"--modules-path=(\S+)", built)
    path = Path(folder[1] if folder else "/usr/lib/nginx/modules") / "ngx_nchan_module.so"
    return path if path.exists() else None


def publisher(port: int) -> str:
    """What `nchan.conf` says, on this port."""
    return (DEPLOY / "nchan.conf").read_text().replace(PUBLISH_AT, f"127.0.0.1:{port}")


def front_matter(folder: Path) -> str:
    """What goes before `http`, and the folders that nginx writes to."""
    module = nchan_module()
    load = f"load_module {module};\n" if module else ""
    # As another user it could not pass through folders that are closed to others.
    user = "user root;\n" if os.geteuid() == 0 else ""
    files = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], FILES_MOST)
    return (
        f"{load}{user}worker_processes 1;\nworker_rlimit_nofile {files};\ndaemon off;\n"
        f"pid {folder}/nginx.pid;\nerror_log stderr;\nevents {{ worker_connections {files}; }}\n"
    )


def temporary_paths(folder: Path) -> str:
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)


def live(folder: Path, *, port: int, live_port: int, publish_port: int) -> Program:
    """nginx that holds live connections at `port`, and asks the live server whose they are.

    Raises: NchanMissingError.
    """
    nginx = binary()
    if nginx is None or nchan_module() is None:
        raise NchanMissingError(
            "LIVE_ENGINE=nchan needs nginx with nchan: apt install nginx libnginx-mod-nchan."
        )
    folder.mkdir(parents=True, exist_ok=True)
    folder = folder.resolve()
    path = folder / "nginx.conf"
    path.write_text(
        f"{front_matter(folder)}http {{\n{temporary_paths(folder)}access_log off;\n"
        f"{publisher(publish_port)}\n"
        f"server {{\nlisten 127.0.0.1:{port};\n"
        f"location / {{ proxy_pass http://127.0.0.1:{live_port}; proxy_buffering off;\n"
        "proxy_buffer_size 8k; proxy_read_timeout 1h; proxy_http_version 1.1;\n"
        "proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; }\n"
        f"{(DEPLOY / 'nchan-live.conf').read_text()}\n}}\n}}\n"
    )
    return Program(
        "nginx",
        (nginx, "-p", str(folder), "-c", str(path)),
        ready=listening(port),
    )
