import { pageTitle } from "~/ui/page-title";
export const meta = () => pageTitle("Diagramas de turnos");
export default function HomePage() {
	return <h1>Hola</h1>;
}
