// The lessons, a file each.
#pragma once

#include "gui/lessons/lesson.h"

namespace treering::gui::lessons::table {

Lesson two_trees();
Lesson one_child();
Lesson trees_line();
Lesson chain_inside();
Lesson pipelining();
Lesson protocols();
Lesson busbw();
Lesson two_halves();
Lesson scale();

}  // namespace treering::gui::lessons::table
