import { type MutableRefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { withTimeout } from "~/browser/with-timeout";
import { describedBy, Field } from "~/ui/forms/field";
import type { Prepare } from "~/ui/forms/post-form";
import type { FormField } from "~/ui/forms/use-form";
import type { DocumentImage } from "./document-images.server";
import { MAX_IMAGES } from "./image-address";

const HINT = `Hasta ${MAX_IMAGES}, de 15 MB cada una. JPEG, PNG o WebP.`;

interface PhotoFieldProps {
	field: FormField;
	/** Of its form. */
	action: string;
	/** Takes photos one by one. */
	address: string;
	/** Those that the server has. */
	images: readonly DocumentImage[];
	/** What the form has to do before it goes. */
	prepare: MutableRefObject<Prepare | undefined>;
}

/**
 * Where photos are added. Once one is chosen on a page that is alive, what shows, shrinks and sends them is loaded; where
 * that does not come, the form takes them along by itself, as without script.
 */
export function PhotoField({ field, prepare, ...form }: PhotoFieldProps) {
	const input = useRef<HTMLInputElement>(null);
	const [Picked, setPicked] = useState<typeof import("./selected-photos").SelectedPhotos>();
	const [problem, setProblem] = useState("");
	const load = useCallback(() => {
		if (prepare.current || !canFillIn()) return;
		const loading = withTimeout(import("./selected-photos")).then(
			({ SelectedPhotos }) => {
				// At once: it takes the form's place in `prepare` before that is asked again.
				flushSync(() => setPicked(() => SelectedPhotos));
				return true;
			},
			() => {
				prepare.current = undefined;
				return true;
			},
		);
		prepare.current = () => loading;
	}, [prepare]);
	useEffect(() => {
		// Chosen before the page was alive.
		if (input.current?.files?.length) load();
	}, [load]);
	return (
		<Field field={field} label="Agregar fotos" hint={HINT} problem={problem}>
			<input
				{...describedBy({ field, hint: HINT })}
				ref={input}
				id={field.id}
				name="images"
				type="file"
				accept="image/jpeg,image/png,image/webp"
				multiple
				aria-invalid={problem !== "" || undefined}
				onChange={load}
			/>
			{Picked && input.current && (
				<Picked input={input.current} prepare={prepare} tell={setProblem} {...form} />
			)}
		</Field>
	);
}

/** Browsers that cannot fill a file field in cannot keep it in step with a list. */
function canFillIn(): boolean {
	try {
		return Boolean(new DataTransfer());
	} catch {
		return false;
	}
}
