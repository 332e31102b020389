/** Words of other languages that people ask with, as `english: theirs theirs`. A word that is English too stands here only where the other use is likelier. */
export const spanish = `
list: lista listar listado
show: muestra mostrar muestrame ver dame ensename
get: obtener
read: leer lee
search: buscar busca
find: encontrar
download: descargar
create: crear crea abrir abre
new: nuevo nueva
tell: dime
add: agregar anadir anade
edit: editar
update: actualizar actualiza
change: cambiar
modify: modificar
rename: renombrar
delete: borrar borra eliminar elimina
remove: quitar
revoke: revocar
close: cerrar cierra
reopen: reabrir
assign: asignar
comment: comentar comentario
comments: comentarios
reply: responder
approve: aprobar aprueba
merge: fusionar fusiona fusion
run: ejecutar ejecuta lanzar ejecucion
start: iniciar
retry: reintentar
cancel: cancelar
stop: detener parar
move: mover mueve
publish: publicar
upload: subir sube
compare: comparar
protect: proteger protege
unprotect: desproteger
invite: invitar
archive: archivar
wait: esperar
fork: bifurcar bifurcacion
approved: aprobo
closed: cerro cerradas cerrados
created: creo
changed: cambio
modified: modifico
merged: fusiono fusionadas
can: puedo
want: quiero
need: necesito
are: hay estan
when: cuando
assigned: asignado asignada asignadas asignados
is: esta es se
the: su lo la las el los
to: al
history: historial
protected: protegida protegidas protegido protegidos
failed: fallido fallida fallidos fallidas
runs: ejecuciones
artifact: artefacto
artifacts: artefactos
thread: hilo
threads: hilos
discussion: discusion
discussions: discusiones
status: estado
settings: configuracion
description: descripcion
title: titulo
subgroup: subgrupo
subgroups: subgrupos
team: equipo
permissions: permisos
role: rol
summary: resumen
test: prueba
tests: pruebas
schedule: programar
scheduled: programado programados
revert: revertir
undo: deshacer
restore: restaurar
export: exportar
import: importar
validate: validar
check: comprobar
review: revisar
resolve: resolver
reject: rechazar
block: bloquear
unblock: desbloquear
share: compartir comparte
transfer: transferir
subscribe: suscribir
follow: seguir
notifications: notificaciones
board: tablero
boards: tableros
author: autor
content: contenido
private: privado
public: publico
another: otro otra
which: cual cuales
many: cuantos cuantas
how: como
where: donde
between: entre
about: sobre
from: desde
issue: incidencia
issues: incidencias
request: peticion solicitud
requests: solicitudes
branch: rama
branches: ramas
pipeline: tuberia
pipelines: tuberias
project: proyecto
projects: proyectos
group: grupo
groups: grupos
user: usuario
users: usuarios
member: miembro
members: miembros
file: archivo fichero
files: archivos ficheros
folder: carpeta
repository: repositorio
repositories: repositorios
commit: confirmacion
commits: confirmaciones
job: trabajo
jobs: trabajos
log: registro
logs: registros
releases: versiones lanzamientos
release: lanzamiento
milestone: hito
milestones: hitos
environment: entorno
environments: entornos
deployment: despliegue
deployments: despliegues
todo: tarea
todos: tareas
pending: pendientes
open: abiertas abiertos
changes: cambios
code: codigo
page: pagina
pages: paginas
key: clave
keys: claves
secret: secreto
secrets: secretos
snippet: fragmento
snippets: fragmentos
reviewer: revisor
reviewers: revisores
latest: ultimo ultima ultimos ultimas
access: acceso
image: imagen
images: imagenes
package: paquete
packages: paquetes
runner: ejecutor
runners: ejecutores
email: correo
profile: perfil
my: mi mis
who: quien
am: soy
of: de del
a: un una
in: en
and: y
for: para
with: con
by: por
that: que
all: todas
`;

export const german = `
list: auflisten liste
show: zeigen zeige anzeigen anzeige zeig
get: holen abrufen
search: suchen suche
find: finden finde
read: lesen
download: herunterladen
create: erstellen erstelle anlegen lege eroffnen eroffne offnen
add: hinzufugen hinzu
new: neu neue neuen neues neuer
edit: bearbeiten bearbeite
change: andern andere
update: aktualisieren aktualisiere
rename: umbenennen
close: schliessen schliesse schliess schließen schließe
delete: loschen losche loesche loeschen
remove: entfernen entferne
assign: zuweisen
comment: kommentieren kommentar kommentare
approve: genehmigen freigeben
merge: zusammenfuhren mergen
run: starten starte ausfuhren
retry: wiederholen
cancel: abbrechen stoppen
move: verschieben verschiebe
publish: veroffentlichen
upload: hochladen
protect: schutzen
invite: einladen
last: letzte letzten letzter letztes
failed: fehlgeschlagen fehlgeschlagene fehlgeschlagenen
open: offene offenen
my: mein meine meinen meiner meines mir
who: wer
which: welche welcher welches
all: alle allen
branch: zweig
branches: zweige
project: projekt
projects: projekte
group: gruppe
groups: gruppen
user: benutzer nutzer
member: mitglied
members: mitglieder
file: datei
files: dateien
folder: ordner
version: fassung
settings: einstellungen
variable: variablen
environment: umgebung
environments: umgebungen
label: etikett
tasks: aufgaben
the: der das dem den des
a: ein eine einen einem einer
from: von vom aus
with: mit
for: fur
of: zum zur
and: und
`;

export const french = `
list: lister
show: afficher affiche montrer montre voir
get: obtenir recuperer
search: chercher rechercher
find: trouver
read: lire
download: telecharger
create: creer cree ouvrir ouvre
add: ajouter ajoute
new: nouveau nouvelle nouveaux nouvelles
edit: modifier modifie editer
change: changer
update: mettre
rename: renommer
close: fermer ferme
delete: supprimer supprime effacer
remove: retirer enlever
assign: assigner assigne
comment: commenter commentaire
comments: commentaires
approve: approuver approuve
merge: fusionner fusionne
run: lancer lance executer
retry: relancer reessayer
cancel: annuler annule arreter
move: deplacer deplace
publish: publier
upload: televerser
invite: inviter
last: dernier derniere derniers dernieres
failed: echoue echoues echouee
open: ouvertes ouverts
my: mes mon
who: qui
which: quels quelles quel quelle
all: tous toutes
projects: projets
project: projet
group: groupe
groups: groupes
user: utilisateur
users: utilisateurs
members: membres
member: membre
file: fichier
files: fichiers
folder: dossier
branch: branche
environment: environnement
environments: environnements
job: tache
tickets: demandes
the: le les
a: une
of: du
from: depuis
with: avec
for: pour
in: dans
and: et
`;
