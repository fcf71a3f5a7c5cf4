#include "gui/views/topology/welcome.h"

#include <QObject>

#include "gui/models/words.h"

namespace treering::gui::views::topology {
namespace {

QString welcome_text() {
  return QObject::tr(
      "<h2>What do your GPUs make of a collective?</h2>"
      "<p>Choose a topology at the left, or drop a file here: hwloc XML, NCCL's topology or log, "
      "cluster YAML.</p>"
      "<table align=\"center\" cellspacing=\"6\">"
      "<tr><td><b>Topology</b></td><td>what the machine is made of, and the way between two "
      "devices</td></tr>"
      "<tr><td><b>Algorithm</b></td><td>a call step by step, on ranks and links</td></tr>"
      "<tr><td><b>Compare</b></td><td>two ways of the same call on one clock</td></tr>"
      "<tr><td><b>Charts</b></td><td>how long it takes, over sizes and nodes</td></tr>"
      "<tr><td><b>Recommendation</b></td><td>what to set, and how sure that is</td></tr>"
      "<tr><td><b>Check</b></td><td>what is wrong with the machine, and what was measured"
      "</td></tr></table>"
      "<p>New to this? <b>F1</b> opens the Lessons.</p>");
}

}  // namespace

QString text_in_place(const models::Session& session) {
  if (!session.question().has_topology()) return welcome_text();
  const auto& machine = session.machine();
  if (!machine || *machine || models::is_cancelled(machine)) return {};
  return QObject::tr("<h3>There are no machines to show</h3><p>%1</p>")
      .arg(models::message_of(machine->error()).toHtmlEscaped());
}

}  // namespace treering::gui::views::topology
