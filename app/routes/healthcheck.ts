import { db } from "~/lib/db.server";

/** 200 "ok" while the server answers and can read its database; a failing loader is a 500. */
export async function loader() {
	await db.selectFrom("diagramas").select("id").limit(1).execute();
	return new Response("ok\n", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
