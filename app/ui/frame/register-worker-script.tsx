import { useContext } from "react";
import { PageContext } from "./page-context";

/** On a public page that a worker needs where there is no signal: the one script, which registers the service worker. */
export function RegisterWorker() {
	return useContext(PageContext).hasWorker ? <script async src="/register.js" /> : null;
}
