#include "gui/views/topology/link_colours.h"

#include <QPainter>
#include <algorithm>

#include <fmt/format.h>

#include "gui/paint/theme.h"

namespace treering::gui::views::topology {

namespace {

bool has_one_switch(const core::Cluster& cluster) {
  return core::leaves_by_node(cluster.fabric, cluster.node_count).empty();
}

std::optional<double> busiest_port(const Machines& machines, const LoadsByName& loads) {
  const core::Topology& node = machines.topology();
  std::optional<double> most;
  for (const core::DeviceId port : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& info = std::get<core::NicPort>(node.device(port).info);
    const auto load = loads.between(node.device(info.nic).name, node.device(port).name);
    if (load && (!most || *load > *most)) most = load;
  }
  return most;
}

}  // namespace

LoadsByName::LoadsByName(const app::simulation::Recorded& run, int node, std::optional<double> us)
    : run_(run), us_(us) {
  // A run of one node names none.
  const std::string prefix = fmt::format("node {}: ", node);
  const sim::timeline::LinkNames& names = *run_.link_names;
  for (int link = 0; link < names.count(); ++link) {
    if (!run_.loads->is_used(link)) continue;
    links_.emplace(names.place(link) == prefix ? std::string(names.own(link)) : names[link], link);
  }
}

std::optional<double> LoadsByName::load(const std::string& from, const std::string& to) const {
  const auto found = links_.find(from + " -> " + to);
  if (found == links_.end() || !run_.loads->is_known(found->second)) return {};
  const double capacity = run_.loads->capacity(found->second);
  if (!us_) {
    const double end = run_.timeline->end_us();
    return end > 0 ? run_.loads->bytes(found->second, end) / (end * capacity) : 0;
  }
  constexpr double kMomentUs = 1e-6;
  const auto now = run_.loads->means(found->second, {*us_, *us_ + kMomentUs}, 1);
  return now.empty() ? 0 : now.front().rate / capacity;
}

std::optional<double> LoadsByName::between(const std::string& from, const std::string& to) const {
  const auto there = load(from, to);
  const auto back = load(to, from);
  if (there && back) return std::max(*there, *back);
  return there ? there : back;
}

Loads loads_of_lines(const report::drawing::Picture& picture, const Machines& machines,
                     const LoadsByName& loads) {
  const bool is_joined = machines.is_cluster() && has_one_switch(machines.cluster());
  const auto of_network = is_joined ? busiest_port(machines, loads) : std::nullopt;
  Loads all;
  for (const report::drawing::Line& line : picture.lines) {
    const bool is_of_network = line.from == core::kNoDevice && !line.is_grid;
    all.push_back(is_of_network ? of_network
                                : loads.between(machines.end_name(line.from).toStdString(),
                                                machines.end_name(line.to).toStdString()));
  }
  return all;
}

namespace {

// Pixels.
constexpr int kSample = 24;
constexpr int kBeside = 6;    // between a sample and its name
constexpr int kBetween = 18;  // names
constexpr double kMostSample = 8;

}  // namespace

Legend::Legend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Kinds of links"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void Legend::show(const report::drawing::Picture& picture) {
  lines_ = report::drawing::legend_of(picture);
  setVisible(!lines_.empty());
  updateGeometry();
  update();
}

void Legend::setLoadsShown(bool are_shown) {
  has_loads_ = are_shown;
  setAccessibleName(are_shown ? tr("Loads of links") : tr("Kinds of links"));
  updateGeometry();
  update();
}

std::vector<Legend::Item> Legend::kinds() const {
  std::vector<Item> all;
  for (const auto& line : lines_) {
    const QPen pen(paint::theme().wire(line.kind), std::min(line.width, kMostSample), Qt::SolidLine,
                   Qt::FlatCap);
    all.push_back({QString::fromStdString(name_of(line)), pen});
  }
  const auto& note = report::drawing::kLegendNote;
  all.push_back({QString::fromUtf8(note.data(), static_cast<qsizetype>(note.size()))});
  return all;
}

std::vector<Legend::Item> Legend::loads() {
  constexpr double kSampleWidth = 6;
  std::vector<Item> all;
  const auto add = [&](const QString& text, double share) {
    all.push_back(
        {text, QPen(paint::theme().load(share), kSampleWidth, Qt::SolidLine, Qt::FlatCap)});
  };
  add(tr("idle, or not known"), 0);
  for (const double share : {0.25, 0.5, 0.75, 1.0}) {
    add(tr("%1 %").arg(100 * share, 0, 'f', 0), share);
  }
  all.push_back({tr("of a link's rate, in its busier direction")});
  return all;
}

/// From left to right, in as many rows as it takes.
std::vector<Legend::Item> Legend::items(int width) const {
  std::vector<Item> all = has_loads_ ? loads() : kinds();
  QPoint at;
  for (Item& one : all) {
    const int sample = one.pen.style() == Qt::NoPen ? 0 : kSample + kBeside;
    one.width = sample + fontMetrics().horizontalAdvance(one.text);
    if (at.x() > 0 && at.x() + one.width > width) at = {0, at.y() + fontMetrics().height()};
    one.at = at;
    at.rx() += one.width + kBetween;
  }
  return all;
}

int Legend::heightForWidth(int width) const {
  return lines_.empty() ? 0 : items(width).back().at.y() + fontMetrics().height();
}

QSize Legend::sizeHint() const {
  return {0, heightForWidth(std::max(width(), 1))};
}

QSize Legend::minimumSizeHint() const {
  return {0, fontMetrics().height()};
}

void Legend::paintEvent(QPaintEvent* /*event*/) {
  if (lines_.empty()) return;
  QPainter painter(this);
  for (const Item& one : items(width())) {
    const int middle = one.at.y() + fontMetrics().height() / 2;
    int x = one.at.x();
    const bool has_sample = one.pen.style() != Qt::NoPen;
    if (has_sample) {
      painter.setPen(one.pen);
      painter.drawLine(x, middle, x + kSample, middle);
      x += kSample + kBeside;
    }
    painter.setPen(has_sample ? paint::theme().ink() : paint::theme().faint());
    painter.drawText(x, one.at.y() + fontMetrics().ascent(), one.text);
  }
}

}  // namespace treering::gui::views::topology
