/* Whether this device gets notifications: asks the browser, and gives the site what it answers. */
(() => {
  "use strict";
  const root = document.getElementById("this-device");
  const form = document.getElementById("device-on");
  const failed = form.parentElement.querySelector("[data-failed]");

  function show(state) {
    for (const part of root.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
  }

  /* An iPad says that it is a Mac; no Mac has a screen to touch. */
  const isApple = /iPhone|iPad/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

  function obstacle() {
    if (!window.isSecureContext) return "insecure";
    const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    if (!isAble) return isApple ? "apple" : "missing";
    return Notification.permission === "denied" ? "blocked" : "";
  }

  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const bytes = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

  function isOfThisSite(subscription) {
    const { applicationServerKey } = subscription.options;
    return !applicationServerKey || text(applicationServerKey) === root.dataset.key;
  }

  async function known() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    return registration ? registration.pushManager.getSubscription() : null;
  }

  async function digest(subscription) {
    const found = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
    return Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function send(subscription) {
    form.elements.endpoint.value = subscription.endpoint;
    form.elements.p256dh.value = text(subscription.getKey("p256dh"));
    form.elements.auth.value = text(subscription.getKey("auth"));
    form.submit();
  }

  async function subscribe() {
    const registration = await navigator.serviceWorker.ready;
    const old = await registration.pushManager.getSubscription();
    if (old && !isOfThisSite(old)) await old.unsubscribe();
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(root.dataset.key) });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    failed.hidden = true;
    const [button] = form.querySelectorAll("button");
    button.disabled = true;
    try {
      const permission = await Notification.requestPermission();
      if (permission === "granted") send(await subscribe());
      else show(obstacle() || "off");
    } catch {
      failed.hidden = false;
    }
    button.disabled = false;
  });

  /* What the browser has and what the site has may differ: the browser's data were deleted, or the
     session ended and somebody signed in again. */
  async function compare() {
    const subscription = await known();
    const isHere = subscription && isOfThisSite(subscription);
    if (!isHere) return show("off");
    if ("isOn" in root.dataset) return show("on");
    if (document.querySelector(`[data-device="${await digest(subscription)}"]`)) return send(subscription);
    await subscription.unsubscribe();
    return show("off");
  }

  const found = obstacle();
  show(found || ("isOn" in root.dataset ? "on" : "off"));
  if (!found) compare().catch(() => {});
})();
