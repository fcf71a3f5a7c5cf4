#include "gui/views/topology/loads_by_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::gui::views::topology {

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

}  // namespace treering::gui::views::topology
