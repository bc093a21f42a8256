# /etc/varnish/ecarte.vcl: public standings, matches and evenings, one answer for all visitors.
#
# The site alone decides what is stored, and marks it (Surrogate-Control, Surrogate-Key). What is looked up here is what
# a visitor asks for: somebody without a session and without a token, at one of the addresses below. Requests reach the
# site as they came, so it sees who asks whenever something is not stored.
vcl 4.1;

import std;

# A link to the socket of the version that answers: see /etc/nginx/sites-available/ecarte. With several web machines the
# door, which knows which of them answers: see deploy/nginx/inner.conf.
# With several web machines: .host = "10.0.0.2"; .port = "8001";
backend site {
    .path = "/run/ecarte/web.sock";
    .first_byte_timeout = 60s;
    .between_bytes_timeout = 60s;
}

# Where the site is: it says what changed.
acl inside {
    "localhost";
    "10.0.0.0"/8;
    "172.16.0.0"/12;
    "192.168.0.0"/16;
    "fd00::"/8;
}

sub vcl_recv {
    # Only at the socket that is named "inside": nginx comes from this machine too, with what the world sends.
    if (req.method == "PURGE") {
        if (local.socket != "inside" || client.ip !~ inside) {
            return (synth(405, "Method Not Allowed"));
        }
        if (req.http.Surrogate-Key == "all") {
            ban("obj.status != 0");
            return (synth(200, "Purged"));
        }
        if (req.http.Surrogate-Key !~ "^[a-z0-9-]+( [a-z0-9-]+)*$") {
            return (synth(400, "Bad Request"));
        }
        ban("obj.http.Ecarte-Keys ~ ,(" + regsuball(req.http.Surrogate-Key, " ", "|") + "),");
        return (synth(200, "Purged"));
    }

    # nginx set it, and Varnish added nginx: the site believes the last address.
    set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
    std.collect(req.http.Cookie, "; ");
    std.collect(req.http.Accept-Language);
    std.collect(req.http.Accept);
    unset req.http.Ecarte-Language;

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.http.Authorization || req.http.Range || req.http.Expect || req.http.Upgrade) {
        return (pass);
    }
    # Pages, the parts of open pages that heard of a version and want it, and the API.
    if (req.url !~ "^/clubs/[^/?]+/(matches|seasons|evenings)/[0-9]+/(wall/)?$"
        && req.url !~ "^/clubs/[^/?]+/[a-z]+/[0-9]+/([a-z]+/)*(now|standings|table)/\?have=[0-9]+(&page=[0-9]+)?&want=[0-9]+$"
        && req.url !~ "^/api/v1/(matches|evenings|seasons)/[0-9]+$"
        && req.url !~ "^/api/v1/seasons/[0-9]+/standings(\.csv|\.ndjson)?$") {
        return (pass);
    }
    if (req.url ~ "^/api/" && req.http.Accept && req.http.Accept !~ "\*/\*") {
        return (pass);
    }
    # A visitor: no cookie, or those of forms and of the language alone, each once.
    if (req.http.Cookie && req.http.Cookie !~ "^(csrftoken=[A-Za-z0-9]{32}(; django_language=(en|fr))?|django_language=(en|fr)(; csrftoken=[A-Za-z0-9]{32})?)$") {
        return (pass);
    }

    # The language as the site chooses it, where that is plain; else as the browser says it, word for word.
    if (req.http.Cookie ~ "django_language=") {
        set req.http.Ecarte-Language = regsub(req.http.Cookie, "^.*django_language=(en|fr).*$", "\1");
    } elsif (!req.http.Accept-Language) {
        set req.http.Ecarte-Language = "en";
    } elsif (req.http.Accept-Language ~ "^(?i)(en|fr)(-[a-z]{2})?(, ?[a-z]{1,8}(-[a-z0-9]{1,8})*(;q=(0(\.[0-9]{1,3})?|1(\.0{1,3})?))?)*$") {
        set req.http.Ecarte-Language = std.tolower(regsub(req.http.Accept-Language, "^(..).*$", "\1"));
    } else {
        set req.http.Ecarte-Language = "as " + req.http.Accept-Language;
    }
    return (hash);
}

sub vcl_hash {
    # With the address and the host, which Varnish adds.
    hash_data(req.http.X-Forwarded-Proto);
    hash_data(req.http.Ecarte-Language);
    if (req.http.HX-Request) {
        hash_data("part");
    }
}

sub vcl_backend_fetch {
    unset bereq.http.Ecarte-Language;
    # A connection for each request, as from nginx: none goes to a version that is about to stop.
    set bereq.http.Connection = "close";
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        unset beresp.http.Surrogate-Control;
        unset beresp.http.Surrogate-Key;
        return (deliver);
    }
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    if (beresp.http.Surrogate-Control ~ "^max-age=[0-9]+$" && beresp.http.Surrogate-Key && !beresp.http.Set-Cookie
        && (beresp.status == 200 || beresp.status == 204)) {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^max-age=", "") + "s", 0s);
        set beresp.http.Ecarte-Keys = "," + regsuball(beresp.http.Surrogate-Key, " ", ",") + ",";
        # Browsers hear what the answer depends on; what it depends on for a visitor is looked up above.
        if (beresp.http.Vary) {
            set beresp.http.Ecarte-Vary = beresp.http.Vary;
            unset beresp.http.Vary;
        }
    } else {
        # For a while nobody waits for another’s answer here.
        set beresp.uncacheable = true;
        set beresp.ttl = 10s;
    }
    unset beresp.http.Surrogate-Control;
    unset beresp.http.Surrogate-Key;
    return (deliver);
}

sub vcl_deliver {
    if (resp.http.Ecarte-Vary) {
        set resp.http.Vary = resp.http.Ecarte-Vary;
    }
    # Another’s request had the one that is stored.
    if (resp.http.Ecarte-Keys && req.http.X-Request-Id) {
        set resp.http.X-Request-Id = req.http.X-Request-Id;
    }
    unset resp.http.Ecarte-Vary;
    unset resp.http.Ecarte-Keys;
    unset resp.http.Age;
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    return (deliver);
}

# nginx then asks the site itself, and answers if that is away too.
sub vcl_backend_error {
    set beresp.status = 502;
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Retry-After = "10";
    set beresp.body = "The site does not answer.";
    return (deliver);
}
