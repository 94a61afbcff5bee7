/// The style of pages: on a screen in light and dark, on a phone, on paper.
enum StyleSheet {
  /// The style of parts that only documents have, not the page of an estimate.
  static let documents = """
    pre { margin: 1rem 0; padding: 0.75rem 1rem; background: var(--surface); border-radius: 6px; overflow-x: auto; }
    pre code { overflow-wrap: normal; }
    pre .added { color: var(--kept); }
    pre .removed { color: var(--limit); }
    ul { margin: 0.5rem 0; padding-left: 1.25rem; }
    dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; margin: 1rem 0; }
    dt { color: var(--muted); }
    dd { margin: 0; }
    td .error, .error { color: var(--limit); }

    """
  /// The marks of designs, which differ in color and in dashes.
  static let decisions = """
    .panels { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem 2.5rem; }
    .panels figure { margin: 0.5rem 0 0; }
    .bars figcaption { margin: 0 0 0.25rem; }
    svg .strong { font-weight: 700; }
    .line.d1, .dot.d1 { stroke: var(--limit); }
    .line.d2, .dot.d2 { stroke: var(--kept); }
    .line.d3, .dot.d3 { stroke: var(--held); }
    .line.d4, .dot.d4 { stroke: var(--ink); }
    .line.d5, .dot.d5 { stroke: var(--waiting); }
    .line.d1 { stroke-dasharray: 8 3; }
    .line.d2 { stroke-dasharray: 3 3; }
    .line.d3 { stroke-dasharray: 10 3 2 3; }
    .line.d4 { stroke-dasharray: 1 3; }
    .line.d5 { stroke-dasharray: 14 4; }
    .bar.d1 { fill: var(--limit); }
    .bar.d2 { fill: var(--kept); }
    .bar.d3 { fill: var(--held); }
    .bar.d4 { fill: var(--ink); }
    .bar.d5 { fill: var(--waiting); }
    @media (max-width: 36rem) { .panels { grid-template-columns: minmax(0, 1fr); } }

    """
  static let text = """
    :root { color-scheme: light dark; \(Palette.light.declarations) }
    @media (prefers-color-scheme: dark) { :root { \(Palette.dark.declarations) } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
    header, main, footer { max-width: 52rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 2.5rem; }
    footer { padding-top: 1rem; padding-bottom: 3rem; color: var(--muted); font-size: 0.875rem; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.25rem; letter-spacing: -0.01em; }
    h2 { font-size: 1.25rem; line-height: 1.3; margin: 3.5rem 0 0.5rem; padding-top: 0.75rem;
      border-top: 2px solid var(--ink); }
    h3 { font-size: 1rem; margin: 2.5rem 0 0.5rem; }
    p { margin: 0 0 0.75rem; }
    .about, .note, figcaption, caption, small { color: var(--muted); font-size: 0.875rem; line-height: 1.45; }
    .answer { border-left: 6px solid var(--waiting); background: var(--surface); padding: 0.75rem 1.25rem; margin: 1.25rem 0 0;
      border-radius: 3px; }
    .answer.yes { border-color: var(--kept); }
    .answer.no { border-color: var(--limit); }
    .answer.maybe { border-color: var(--held); }
    .answer p, .answer ul { margin: 0.25rem 0; }
    .answer ul { padding-left: 1.25rem; }
    .answer .headline { font-size: 1.125rem; font-weight: 600; }
    .tiles { display: grid; grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.75rem; margin: 0.75rem 0 0; }
    .tile { display: block; background: var(--surface); border-radius: 3px; margin: 0; padding: 0.75rem 1rem; }
    .tile dt { color: var(--muted); font-size: 0.875rem; }
    .tile dd { margin: 0; font-size: 0.8125rem; line-height: 1.4; color: var(--muted); }
    .tile dd.value { font-size: 1.375rem; line-height: 1.25; font-weight: 600; color: var(--ink); margin: 0.125rem 0 0.25rem; }
    .words { margin: 1rem 0 0; }
    dfn { font-style: normal; font-weight: 600; color: var(--ink); }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 1rem 0 0; padding: 0; list-style: none;
      font-size: 0.875rem; max-width: none; }
    a { color: var(--accent); }
    a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: 0.5rem; background: var(--page); padding: 0.25rem 0.5rem; z-index: 1; }
    code { overflow-wrap: anywhere; font: 0.9375em ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace; }
    td code, th code { overflow-wrap: break-word; }
    figure { margin: 1rem 0 0; }
    figcaption { margin-top: 0.5rem; }
    .pair { display: grid; grid-template-columns: minmax(0, 1fr) 21.5rem; gap: 0 2rem; align-items: start; }
    table { border-collapse: collapse; width: 100%; font-size: 0.875rem; line-height: 1.4; margin: 1rem 0 0; }
    .scroll { overflow-x: auto; margin: 1rem 0 0; }
    .scroll table { margin: 0; }
    .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    caption { text-align: left; padding-bottom: 0.375rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.3125rem 0.75rem 0.3125rem 0;
      border-bottom: 1px solid var(--line); font-weight: normal; }
    thead th { color: var(--muted); vertical-align: bottom; }
    thead .n { white-space: normal; }
    tr > :last-child { padding-right: 0; }
    .n { text-align: right; white-space: nowrap; }
    .r { white-space: normal; }
    .t { white-space: nowrap; }
    th small, td small { display: block; font-size: inherit; }
    .parameters { table-layout: fixed; }
    .parameters th:first-child { width: 30%; }
    .parameters th:nth-child(2) { width: 12%; }
    .sign { font-weight: 700; }
    .sign.yes { color: var(--kept); }
    .sign.no { color: var(--limit); }
    .sign.maybe { color: var(--held); }
    details { margin: 0.75rem 0 0; }
    summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; width: max-content; max-width: 100%; }
    svg { display: block; overflow: visible; }
    svg text { font-size: 12px; fill: var(--ink); }
    svg .axis { fill: var(--muted); }
    .defs { position: absolute; }
    .narrow { display: none; }
    .curve svg.chart { width: calc(100% - 3rem); margin-left: 2.75rem; }
    .lanes svg.chart { width: calc(100% - 9.75rem); margin-left: 9.5rem; }
    .bars svg.chart { width: 100%; }
    .grid { stroke: var(--line); }
    .base { stroke: var(--muted); }
    .halo { paint-order: stroke; stroke: var(--page); stroke-width: 4px; stroke-linejoin: round; }
    .line { fill: none; stroke: var(--accent); stroke-width: 2px; vector-effect: non-scaling-stroke; }
    .edge { fill: none; stroke: var(--accent); stroke-width: 1px; stroke-dasharray: 2 2;
      vector-effect: non-scaling-stroke; }
    .area { fill: var(--band); }
    .dot { fill: var(--page); stroke: var(--accent); stroke-width: 2px; }
    .limit { stroke: var(--limit); stroke-width: 1.5px; stroke-dasharray: 5 3; }
    svg .limited { fill: var(--limit); }
    .on { fill: var(--device); stroke: var(--device); stroke-width: 0.5px; }
    .wire { fill: var(--accent); stroke: var(--accent); stroke-width: 1px; }
    .held { fill: url(#held); stroke: var(--held); stroke-width: 1px; }
    .waiting { fill: var(--surface); stroke: var(--waiting); stroke-width: 1px; stroke-dasharray: 2 2; }
    .delay { fill: var(--held); stroke: var(--held); stroke-width: 0.5px; }
    .mark { fill: var(--ink); }
    .stroke { stroke: var(--ink); stroke-width: 1.5px; }
    .bar { fill: var(--accent); }
    .bar.low { fill: url(#lower); stroke: var(--accent); stroke-width: 1px; }
    .key { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin: 0.5rem 0 0; padding: 0; list-style: none;
      font-size: 0.8125rem; color: var(--muted); }
    .key li { display: flex; align-items: center; gap: 0.375rem; }
    @media (max-width: 52rem) {
      .pair { grid-template-columns: minmax(0, 1fr); }
      .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    }
    @media (max-width: 36rem) {
      header, main, footer { padding-left: 1rem; padding-right: 1rem; }
      header { padding-top: 1.5rem; }
      .answer { padding: 0.5rem 1rem; }
      .tile { padding: 0.5rem 0.75rem; }
      .tile dd.value { font-size: 1.125rem; }
      .wide { display: none; }
      .narrow { display: inline; }
      .lanes svg.chart { width: calc(100% - 6.25rem); margin-left: 6rem; }
      .lanes text { font-size: 11px; }
      th, td { padding-right: 0.375rem; }
      .scroll .n { white-space: normal; min-width: 3.5rem; }
      td:last-child { overflow-wrap: anywhere; }
      .scroll td, .scroll th { overflow-wrap: break-word; }
      table { font-size: 0.8125rem; }
      .parameters th:first-child { width: 29%; }
      .parameters th:nth-child(2) { width: 18%; }
    }
    @page { margin: 12mm; }
    @media print {
      :root { \(Palette.light.declarations) }
      html { font-size: 13px; }
      body { font-size: 8.5pt; line-height: 1.3; }
      header, main, footer { max-width: none; padding: 0; }
      footer { padding-top: 0.5rem; }
      h1 { font-size: 1.375rem; }
      h2 { font-size: 1.0625rem; margin-top: 1rem; padding-top: 0.375rem; }
      h3 { margin-top: 0.75rem; }
      p { max-width: none; margin-bottom: 0.375rem; }
      table { font-size: 0.8125rem; line-height: 1.2; margin-top: 0.375rem; max-width: none; }
      th, td { padding-top: 0.125rem; padding-bottom: 0.125rem; }
      code { overflow-wrap: normal; font-size: 0.75rem; }
      .halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.5rem; align-items: start; }
      .key { margin-top: 0.25rem; }
      svg.chart { zoom: 0.72; }
      figure { margin-top: 0.5rem; }
      figcaption, .about, .note, caption { font-size: 0.75rem; max-width: none; }
      .pair { grid-template-columns: minmax(0, 1fr) 21rem; gap: 0 1rem; }
      .curve svg.chart { width: calc(100% - 3.5rem); margin-left: 3.25rem; }
      .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)); gap: 0.375rem; }
      .tile { padding: 0.375rem 0.5rem; }
      .tile dd.value { font-size: 1.0625rem; }
      .words { margin-top: 0.5rem; }
      .scroll { overflow: visible; }
      h2, h3, caption { break-after: avoid; }
      figure, tr, .answer, .tile { break-inside: avoid; }
      /* Folded parts and the way to others of the page are for a screen. */
      details, nav { display: none; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .skip { display: none; }
    }

    """
}
