#include "gui/lessons/lesson.h"

#include <algorithm>

#include "gui/lessons/table.h"

namespace treering::gui::lessons {

const std::vector<Lesson>& all_lessons() {
  static const std::vector<Lesson> kLessons{
      table::two_halves(), table::two_trees(),    table::one_child(),
      table::trees_line(), table::chain_inside(), table::pipelining(),
      table::protocols(),  table::busbw(),        table::scale()};
  return kLessons;
}

const Lesson* find_lesson(const QString& id) {
  const auto& all = all_lessons();
  const auto found =
      std::ranges::find_if(all, [&](const Lesson& one) { return id == QLatin1StringView(one.id); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace treering::gui::lessons
