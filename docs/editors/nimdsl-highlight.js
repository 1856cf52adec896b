// The words of rulesets for highlight.js, as mdBook brings it along: `nim` there is another language.
(function () {
  "use strict";
  if (typeof hljs === "undefined") { return; }
  var KEYWORDS = "admissible and at below blocking cases claim conjecture cyclic divides each except exists extends finitely for forall from heaps hexadecimal if iff implies in intersect let many measure minus misere mod move normal not octal of option or otherwise param play positions refuted register ruleset sequence source start subset sum sym symmetric theorem union universally where with xor";
  var PREDEFINED = "N P abs bitand bitor ceil count digit final floor gcd grundy max min omega phi prime sign size sqrt terminal total valuation";
  hljs.registerLanguage("nimdsl", function () {
    return {
      keywords: { $pattern: /[A-Za-z_]\w*/, keyword: KEYWORDS, built_in: PREDEFINED },
      contains: [
        { className: "comment", begin: /#/, end: /$/ },
        { className: "string", begin: /"/, end: /"/, illegal: /\n/ },
        { className: "number", begin: /\b[0-9]+\b/ },
        { className: "operator", begin: /->|<=|>=|!=|\.\.|[-+*\/^=<>|\u2212\u2192\u2264\u2265\u2260\u2261\u2208\u2209\u222a\u2229\u2216\u2227\u2228\u00ac\u21d2\u21d4\u2295\u2200\u2203\u230a\u230b\u2308\u2309\u00b7]/ }
      ]
    };
  });
  document.querySelectorAll("code.language-nim, code.language-nim-fault").forEach(function (block) {
    // mdBook 0.5 has version 10.1, where the language comes first.
    block.innerHTML = hljs.highlight("nimdsl", block.textContent, true).value;
    block.classList.add("hljs");
  });
})();
