// The editor component: toolbars, text, and Markdown source.
import { m } from "#messages";
import { lazy, Suspense, useId, useRef, useState } from "react";
import "./editor.css";
import type { ArticleEditorProps } from "./props.ts";
import { SlashMenu } from "./slash/slash-menu.tsx";
import { SlashMenuState } from "./slash/slash.ts";
import { Source } from "./source.tsx";
import { Toolbar } from "./toolbar/toolbar.tsx";
import { addImages } from "./uploads.ts";
import { useArticleEditor } from "./use-article-editor.ts";

const LinkDialog = lazy(async () => ({ default: (await import("./link-dialog.tsx")).LinkDialog }));
const VideoDialog = lazy(async () => ({ default: (await import("./video-dialog.tsx")).VideoDialog }));

export default function Editor(props: ArticleEditorProps) {
  const { value, onChange, label, upload, findArticles, readOnly = false } = props;
  const hint = useId();
  const place = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const reach = useRef<(() => void) | null>(null);
  const [source, setSource] = useState(false);
  const [linking, setLinking] = useState(false);
  const [addingVideo, setAddingVideo] = useState(false);
  const [slash] = useState(() => new SlashMenuState());
  const actions = { onImage: () => picker.current?.click(), onVideo: () => setAddingVideo(true) };
  const [announcement, setAnnouncement] = useState("");
  const { editor, flush } = useArticleEditor(place, props, {
    label,
    placeholder: m.help_editor_placeholder(),
    emptyLine: m.help_editor_empty_line(),
    slash,
    ...actions,
    describedBy: hint,
    away: source,
    announce: setAnnouncement,
    onToolbar: () => reach.current?.(),
    onLink: () => setLinking(true),
  });
  return (
    <div
      className="article-editor rounded-md border border-control bg-surface has-[.article-text:focus]:border-ring"
      data-read-only={readOnly || undefined}
    >
      {editor && !readOnly && !source && (
        <Toolbar
          editor={editor}
          reach={reach}
          onLink={() => setLinking(true)}
          {...actions}
          onSource={() => {
            flush();
            setSource(true);
          }}
        />
      )}
      {source && (
        <Source
          value={value}
          label={label}
          onChange={onChange}
          onDone={() => {
            setSource(false);
            requestAnimationFrame(() => editor?.commands.focus());
          }}
        />
      )}
      <div ref={place} hidden={source} />
      {!readOnly && <SlashMenu menu={slash} actions={actions} />}
      <p id={hint} className="sr-only">
        {m.help_editor_hint()}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        multiple
        hidden
        tabIndex={-1}
        onChange={(event) => {
          if (editor) addImages(editor, [...(event.target.files ?? [])], undefined, { upload, announce: setAnnouncement });
          event.target.value = "";
        }}
      />
      <Suspense>
        {editor && linking && <LinkDialog editor={editor} findArticles={findArticles} onClose={() => setLinking(false)} />}
        {editor && addingVideo && <VideoDialog editor={editor} onClose={() => setAddingVideo(false)} />}
      </Suspense>
    </div>
  );
}
