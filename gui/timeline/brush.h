// The brush on an overview: a span that is moved, made longer or made anew.
#pragma once

#include "gui/models/selection.h"

namespace treering::gui::timeline {

/// What of the brush a drag has hold of.
enum class Grip { New, From, To, Whole };

/// \param reach_us how near to an edge it is taken. Edges go before the inside, but a third of the
/// inside always remains to move it.
Grip grip_at(const models::Span& brush, double us, double reach_us);

struct Drag {
  Grip grip = Grip::New;
  models::Span before;  // the brush when it began
  double began_us = 0;
};

/// The brush with the pointer at `us`, within 0 to `end_us`.
models::Span brushed(const Drag& drag, double us, double end_us);

}  // namespace treering::gui::timeline
