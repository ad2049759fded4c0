import { useContext } from "react";
import { Icon } from "~/ui/icons";
import { PageContext } from "./page-context";

/**
 * On a page without other script that a worker needs where there is no signal: registers the service worker, and asks again
 * what is true now when the page was left open.
 */
export function RegisterWorker() {
	return useContext(PageContext).hasWorker ? <script async src="/register.js" /> : null;
}

/** Offers to install the app, where the browser can; the script of `RegisterWorker` shows it once. */
export function InstallOffer() {
	return (
		<div id="instalar" hidden>
			<p className="row">
				<button className="btn" type="button">
					<Icon name="download" />
					Poner Relevo en tu pantalla
				</button>
			</p>
		</div>
	);
}
