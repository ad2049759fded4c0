import sign1 from "../../../public/safety/1.svg";
import sign2 from "../../../public/safety/2.svg";
import sign3 from "../../../public/safety/3.svg";
import sign4 from "../../../public/safety/4.svg";
import sign5 from "../../../public/safety/5.svg";
import sign6 from "../../../public/safety/6.svg";
import sign7 from "../../../public/safety/7.svg";
import sign8 from "../../../public/safety/8.svg";
import sign9 from "../../../public/safety/9.svg";
import sign10 from "../../../public/safety/10.svg";

export const safetyRules = [
	{
		image: sign1,
		title: "Lejos de las zonas de atrapamiento",
		description:
			"Antes de acercarte a un rodillo, una cinta o cualquier parte que se mueve, fijate por dónde te puede agarrar. No metas la mano ni saques una protección con el equipo en marcha. Si hay que destrabar, primero se para y se bloquea.",
		alt: "Triángulo amarillo: una mano atrapada entre dos rodillos que giran hacia adentro.",
	},
	{
		image: sign2,
		title: "Bloqueo puesto, energía en cero",
		description:
			"Cortá todas las energías: eléctrica, hidráulica, neumática, gas, vapor y peso suspendido. Poné tu candado y tu tarjeta, y probá que el equipo no arranca. Tu candado lo sacás solamente vos.",
		alt: "Disco azul: un candado cerrado con su tarjeta de bloqueo.",
	},
	{
		image: sign3,
		title: "En altura, siempre enganchado",
		description:
			"Revisá el arnés y enganchate a una línea de vida o a un punto firme antes de subir. Cerrá el paso por debajo. No empieces si no está claro cómo te van a bajar en una emergencia.",
		alt: "Disco azul: una persona con arnés, enganchada a una línea de vida.",
	},
	{
		image: sign4,
		title: "Nunca debajo de una carga",
		description:
			"Una carga en el aire puede caer, girar o balancearse. Quedate fuera de su camino y guiala con sogas, no con las manos. Las señales al gruero las hace una sola persona.",
		alt: "Prohibición: una persona debajo de una carga colgada, tachada en rojo.",
	},
	{
		image: sign5,
		title: "Conocé lo que manipulás",
		description:
			"Leé la ficha de seguridad antes de abrir, pasar de envase o mezclar un producto. Fijate qué protección pide y qué hacer si te salpica. Ningún envase se usa sin etiqueta.",
		alt: "Triángulo amarillo: una botella etiquetada gotea un producto que daña una mano.",
	},
	{
		image: sign6,
		title: "Espacio confinado: con permiso, detector y vigía",
		description:
			"No entres sin permiso firmado, aire medido y una persona afuera que te vea. Llevá el detector encendido y salí apenas suene o te sientas mal. Si alguien se cae adentro, no entres a buscarlo: avisá y esperá al equipo de rescate.",
		alt: "Disco azul: una persona baja por una escalera a un pozo, otra vigila desde afuera y un detector está encendido.",
	},
	{
		image: sign7,
		title: "Equipos móviles: habilitado, revisado y con cinturón",
		description:
			"Manejá solo el equipo para el que tenés habilitación vigente. Hacé la lista de control antes de arrancar, ponete el cinturón y respetá las sendas. Si vas a pie, asegurate de que el conductor te vio.",
		alt: "Disco azul: un autoelevador con el conductor sentado y el cinturón puesto.",
	},
	{
		image: sign8,
		title: "Electricidad: solo personal habilitado",
		description:
			"Los tableros y cables los toca únicamente quien está capacitado y autorizado. Trabajá sin tensión, comprobalo con instrumento y usá guantes, careta y ropa para riesgo eléctrico. Ante un cable dañado, no lo toques y avisá.",
		alt: "Triángulo amarillo: un rayo de riesgo eléctrico.",
	},
	{
		image: sign9,
		title: "Trabajo en caliente: permiso y área limpia",
		description:
			"Antes de soldar, cortar o amolar pedí el permiso y sacá todo lo que pueda prenderse. Tené un matafuego a mano y alguien que vigile. Al terminar, quedate un rato para ver que no quede nada encendido.",
		alt: "Cuadrado rojo: un matafuego al lado de una soldadura con chispas.",
	},
	{
		image: sign10,
		title: "Seguí el procedimiento y usá tu protección",
		description:
			"Si el procedimiento no se puede cumplir, pará y avisá: no inventes un atajo. Usá casco, anteojos, guantes y lo que pida la tarea, en buen estado y todo el tiempo. Cualquiera puede frenar un trabajo que no es seguro.",
		alt: "Disco azul: una persona con casco y anteojos, y una mano con guante en señal de parar.",
	},
];
