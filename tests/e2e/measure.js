// Runs in the page that holds a letter in frames, and writes what it finds in each into #told as JSON.
const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
// Contrast as WCAG 2 reckons it.
const light = ([r, g, b]) => {
  const f = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  return .2126 * f(r) + .7152 * f(g) + .0722 * f(b);
};
const measure = frame => {
  const page = frame.contentDocument, seen = page.defaultView;
  const ground = node => {
    for (let n = node; n; n = n.parentElement) {
      const c = rgb(seen.getComputedStyle(n).backgroundColor);
      if (c.length == 3 || c[3] == 1) return c;
    }
    return [255, 255, 255];
  };
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT), weak = [];
  let count = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement, words = texts.currentNode.data.trim();
    if (!words || !node.getClientRects().length) continue;
    count++;
    const a = light(rgb(seen.getComputedStyle(node).color).slice(0, 3)), b = light(ground(node));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) weak.push([words, ratio.toFixed(2)]);
  }
  return {
    count, weak,
    wide: page.documentElement.scrollWidth,
    ground: seen.getComputedStyle(page.body).backgroundColor,
    links: [...page.querySelectorAll("a")].map(a =>
      [a.getAttribute("href"), a.getAttribute("aria-label") || "", a.getBoundingClientRect().height]),
  };
};
const frames = [...document.querySelectorAll("iframe")], told = frames.map(measure);
const tell = () => { document.getElementById("told").textContent = JSON.stringify(told); };
if (window.axe_source) {
  const first = frames[0].contentWindow;
  first.eval(window.axe_source);
  first.axe.run(first.document, {resultTypes: ["violations"]}).then(found => {
    told[0].axe = found.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 120))]);
    told[0].rules = found.passes.length;
    tell();
  });
} else tell();
