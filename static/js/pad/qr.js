/* QR codes of what waits, drawn here: whoever shows one may have no network. */
(() => {
  "use strict";
  const { correction, generate, mode } = globalThis.leanQr;
  const BORDER = 4;
  // A phone reads no larger one from another's screen.
  const OPTIONS = { minCorrectionLevel: correction.M, maxVersion: 20, modes: [mode.ascii, mode.utf8] };

  /* An SVG, black on white in any theme, or null for what is too long. */
  function drawn(text, label) {
    let code;
    try {
      code = generate(text, OPTIONS);
    } catch {
      return null;
    }
    const side = code.size + 2 * BORDER;
    const make = (name, given) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
      return element;
    };
    const svg = make("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, class: "qr", width: side * 5, height: side * 5 });
    let path = "";
    for (let y = 0; y < code.size; y += 1) {
      for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + BORDER} ${y + BORDER}h1v1h-1z`;
    }
    svg.append(make("path", { fill: "#fff", d: `M0 0h${side}v${side}H0z` }), make("path", { fill: "#000", d: path }));
    return svg;
  }

  Object.assign(globalThis.Pad ||= {}, { qr: { drawn } });
})();
