#include "gui/paint/deeds.h"

#include <QObject>

#include "gui/paint/theme.h"

namespace treering::gui::paint {

using app::simulation::Doing;

QColor colour_of(Doing doing) {
  switch (doing) {
    case Doing::Sends:
      return theme().series(5);
    case Doing::Combines:
      return theme().series(6);
    case Doing::Keeps:
      return theme().series(2);
    case Doing::Waits:
      break;
  }
  return theme().paper();
}

QColor tint_of(QColor colour) {
  colour.setAlphaF(0.45F);
  return colour;
}

QString word_of(Doing doing) {
  switch (doing) {
    case Doing::Sends:
      return QObject::tr("sends");
    case Doing::Combines:
      return QObject::tr("combines");
    case Doing::Keeps:
      return QObject::tr("stores");
    case Doing::Waits:
      break;
  }
  return QObject::tr("waits");
}

}  // namespace treering::gui::paint
