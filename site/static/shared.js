// What the site's scripts share: elements, and pictures of cards and dice.
"use strict";
window.hoyleShared = (() => {
  const make = (name, attributes = {}, ...inside) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };

  /** Letters without their marks, for texts to be compared. */
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

  /** A picture of the page's sprite; without a name it is the back of a card, which says nothing. */
  const picture = (symbol, name, box) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("class", name === null ? "piece back" : "piece");
    svg.setAttribute("viewBox", box);
    if (name === null) svg.setAttribute("aria-hidden", "true");
    else { svg.setAttribute("role", "img"); svg.setAttribute("aria-label", name); }
    use.setAttribute("href", `#${symbol}`);
    svg.append(use);
    return svg;
  };

  /** What was kept of this reader's wishes, and what is to be. */
  const kept = (key) => { try { return localStorage.getItem(`hoyle-${key}`); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem(`hoyle-${key}`, value); } catch { /* a private window: not kept */ } };

  return { make, plain, picture, kept, keep };
})();
