import { useState } from "react";
import { Icon } from "~/ui/icons";
import { useIsAlive } from "~/ui/use-is-alive";

interface SharePdfProps {
	/** URL of the PDF. */
	address: string;
	title: string;
}

/** Button that hands a document's PDF to another app of the phone, where a living page can. */
export function SharePdf(props: SharePdfProps) {
	return useIsAlive() && canShare() ? <LivingSharePdf {...props} /> : null;
}

function LivingSharePdf({ address, title }: SharePdfProps) {
	const [pdf, setPdf] = useState<File>();
	const [isBusy, setBusy] = useState(false);
	const [said, setSaid] = useState("");
	const share = async () => {
		setSaid(pdf ? "" : "Preparando el PDF…");
		setBusy(true);
		try {
			const file = pdf ?? (await fetchPdf(address, title));
			setPdf(file);
			await navigator.share({ files: [file], title });
			setSaid("");
		} catch (error) {
			setSaid(reasonOf(error));
		}
		setBusy(false);
	};
	return (
		<>
			<button className="btn" type="button" disabled={isBusy} onClick={share}>
				<Icon name="share" /> Compartir
			</button>
			<span role="status">{said}</span>
		</>
	);
}

function canShare(): boolean {
	const files = [toPdf([], "x")];
	return "canShare" in navigator && navigator.canShare({ files });
}

async function fetchPdf(address: string, title: string): Promise<File> {
	const response = await fetch(address);
	if (!response.ok) throw new Error(String(response.status));
	// Without a session, the answer is the page to sign in.
	if (response.redirected) throw new DOMException("", SIGNED_OUT);
	return toPdf([await response.blob()], title);
}

function toPdf(parts: Blob[], title: string): File {
	return new File(parts, `${title.replaceAll(/[\\/:*?"<>|]/g, " ")}.pdf`, { type: "application/pdf" });
}

const SIGNED_OUT = "SignedOut";

/** What to say when nothing was shared. Closing the phone's panel is no failure. */
function reasonOf(error: unknown): string {
	const name = error instanceof Error ? error.name : "";
	if (name === "AbortError") return "";
	if (name === SIGNED_OUT) return "Tu sesión se cerró: ingresá y probá de nuevo.";
	// A slow PDF has outlasted the press, and browsers share only right after one.
	return name === "NotAllowedError"
		? "El PDF está listo: tocá de nuevo."
		: "No se pudo preparar el PDF. Fijate si tenés señal y probá de nuevo.";
}
