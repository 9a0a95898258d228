// Styles of the launcher and its host element. `!important` in `:host` wins over the page's important rules, so not even
// `*{display:none!important}` hides the widget.

export const launcherStyle = `:host{all:initial!important;position:fixed!important;inset:auto!important;width:0!important;height:0!important;display:block!important;z-index:2147483000!important}
:host([hidden]),[hidden]{display:none!important}
.s{--bg:#fff;--fg:oklch(.215 .014 265);font:400 15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--fg);color-scheme:light;text-align:start;-webkit-text-size-adjust:100%}
.s.dark{--bg:oklch(.198 .007 265);--fg:oklch(.955 .004 265);color-scheme:dark}
*{box-sizing:border-box;margin:0}
button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;touch-action:manipulation;-webkit-tap-highlight-color:transparent}
svg{display:block;width:24px;height:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.l{position:fixed;inset-block-end:max(var(--offset),env(safe-area-inset-bottom));inset-inline-end:var(--offset);width:56px;height:56px;border-radius:50%;background:var(--accent);color:var(--on);display:grid;place-items:center;box-shadow:0 0 0 1px #0000000f,0 2px 6px #00000029,0 8px 24px #0000003d;transition:transform .16s cubic-bezier(.2,0,0,1)}
.l img{width:56px;border-radius:50%}
.left .l{inset-inline:var(--offset) auto}
.l:hover{transform:scale(1.05)}
.l:active{transform:scale(.96)}
.l:focus-visible{outline:3px solid var(--fg);outline-offset:3px;box-shadow:0 0 0 3px var(--bg)}
.l[aria-busy=true] svg{opacity:.6}
.b{position:absolute;inset-block-start:-3px;inset-inline-end:-3px;min-width:20px;height:20px;border-radius:10px;background:oklch(.55 .21 27);color:#fff;font-size:12px;font-weight:600;line-height:20px;text-align:center;padding:0 5px;box-shadow:0 0 0 2px var(--bg)}
@media(max-width:480px){.open .l{display:none}}
@media(prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@media(forced-colors:active){.l,.b{border:1px solid ButtonText}}
@media print{.s{display:none}}`;
