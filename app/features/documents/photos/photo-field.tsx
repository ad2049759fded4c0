import { type ComponentProps, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { withTimeout } from "~/browser/with-timeout";
import { describedBy } from "~/ui/forms/field";
import type { FormField } from "~/ui/forms/use-form";
import { Icon } from "~/ui/icons";
import { MAX_IMAGES } from "./image-address";
import { filesOf, newFiles, setFiles } from "./selected-photo";
import type { SelectedPhotos } from "./selected-photos";

const HINT = `Hasta ${MAX_IMAGES}, de 15 MB cada una. JPEG, PNG o WebP.`;
const TYPES = "image/jpeg,image/png,image/webp";

interface PhotoFieldProps extends Omit<ComponentProps<typeof SelectedPhotos>, "input" | "onProblem"> {
	field: FormField;
	/** What stands above the buttons. */
	children?: ReactNode;
}

/**
 * Field with the photos of a document, and two buttons that add some. When the user first selects photos, loads the module that shows, shrinks and
 * uploads photos. If loading fails, the form sends the files itself, as without JavaScript.
 */
export function PhotoField({ field, prepare, children, ...form }: PhotoFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const camera = useRef<HTMLInputElement>(null);
	const [Selected, setSelected] = useState<typeof SelectedPhotos>();
	const [problem, setProblem] = useState("");
	/** Files that were chosen while the module is loading: choosing again replaces those of the field. */
	const chosen = useRef<readonly File[]>([]);
	const load = useCallback(() => {
		if (prepare.current) return;
		const loading = import("./selected-photos").then(({ SelectedPhotos }) => {
			// `SelectedPhotos` replaces `prepare.current` when it is rendered. flushSync renders it at once, before the
			// waiting form calls `prepare.current` again.
			flushSync(() => setSelected(() => SelectedPhotos));
			return true;
		});
		loading.catch(() => {
			chosen.current = [];
		});
		const loaded = withTimeout(loading).catch(() => {
			prepare.current = undefined;
			return true;
		});
		prepare.current = () => loaded;
	}, [prepare]);
	const take = useCallback(
		(field: HTMLInputElement) => {
			const known = chosen.current;
			chosen.current = [...known, ...newFiles(known, filesOf(field))];
			if (known.length > 0) setFiles(field, chosen.current);
			load();
		},
		[load],
	);
	useEffect(() => {
		// The user may have selected files before hydration. Left in the camera's field, a photo would not be listed, and the
		// next one would replace it.
		if (camera.current?.files?.length && input.current) moveFiles(camera.current, input.current);
		if (input.current?.files?.length) take(input.current);
	}, [take]);
	return (
		<fieldset className="field">
			<legend>Fotos</legend>
			{children}
			<p className="hint" id={field.descriptionId}>
				{HINT}
			</p>
			<div className="row sources">
				<label className="btn">
					<Icon name="camera" /> Sacar foto
					{/* A field of its own: with `capture` on the other one, phones would no longer offer the gallery. */}
					<input
						ref={camera}
						name="images"
						type="file"
						accept={TYPES}
						capture="environment"
						onChange={({ currentTarget }) => input.current && addFrom(currentTarget, input.current)}
					/>
				</label>
				<label className="btn">
					<Icon name="picture" /> Elegir fotos
					<input
						{...describedBy({ field, hint: HINT })}
						ref={input}
						id={field.id}
						name="images"
						type="file"
						accept={TYPES}
						multiple
						aria-invalid={problem || field.errors ? true : undefined}
						onChange={Selected ? undefined : ({ currentTarget }) => take(currentTarget)}
					/>
				</label>
			</div>
			{Selected && input.current && (
				<Selected input={input.current} prepare={prepare} onProblem={setProblem} {...form} />
			)}
			<p className="error" id={field.errorId}>
				{problem || field.errors?.[0]}
			</p>
		</fieldset>
	);
}

/** Adds the camera's photo to the field that keeps all. Without script, each field sends its own. */
function addFrom(camera: HTMLInputElement, all: HTMLInputElement): void {
	moveFiles(camera, all);
	all.dispatchEvent(new Event("change", { bubbles: true }));
}

function moveFiles(from: HTMLInputElement, to: HTMLInputElement): void {
	setFiles(to, [...filesOf(to), ...filesOf(from)]);
	from.value = "";
}
