// A QR code, to be photographed.

import { h } from "../h.js";

/**
 * @param {{ qr: string, size: number }} code its path, and how many modules stand in a row
 * @param {string} label
 */
export const qrCode = ({ qr, size }, label) =>
  h(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    h("rect", { width: size, height: size, fill: "#fff" }),
    h("path", { d: qr, fill: "#000" }),
  );
