// Texts upon a stage: titles of trees, and names of nodes beside or in their cards.
#pragma once

#include <QPainter>
#include <QPixmap>
#include <vector>

#include "gui/stage/layers.h"

namespace treering::gui::stage {

// Names of nodes and titles of trees upon a stage: of fixed size, as many as fit.

/// A caption as it is on the screen.
struct Shown {
  QRectF area;  // pixels
  QString text;
  bool is_title = false;
  int px = 0;  // of the text
};

/// Which captions there are beside the names in cards (gui/stage/captions.h).
enum class Captions { All, TitlesOnly };

/// None lies upon another. \param to_pixels of the plane
std::vector<Shown> shown_captions(const Look& look, const QTransform& to_pixels, Captions which);

/// Returns how many.
std::size_t paint_captions(QPainter& painter, const Look& look, Captions which);

// Names of nodes where each is a card without ranks.

/// How names are written: all alike, so that the longest fits.
struct NameForm {
  int size = 0;           // of the text, in pixels of the screen; 0: it could not be read
  bool has_word = false;  // "node 12", else "12"
};

struct NodeName {
  QRectF area;  // of its card on the screen
  QString text;
};

struct NodeNames {
  NameForm form;
  std::vector<NodeName> all;
};

/// \param last the highest number of a node
/// \param card in pixels of the screen
NameForm name_form(int last, const QSizeF& card);

/// None where cards are too small, or too many to be read one by one. \param to_screen from the
/// plane
NodeNames node_names(const Look& look, const QTransform& to_screen);

/// \pre the painter's unit is a pixel of the screen
void paint_node_names(QPainter& painter, const NodeNames& names);

/// The names alone, to be painted over what moves below them; null where there are none.
/// \param size in pixels, \param ratio of the device
QPixmap layer_of(const NodeNames& names, const QSize& size, double ratio);

}  // namespace treering::gui::stage
