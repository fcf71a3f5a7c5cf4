// How the window looks: its colours, dark or light, its letters, and the style of its widgets.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <QProxyStyle>
#include <vector>

#include "report/drawing/colours.h"
#include "report/drawing/picture.h"

namespace treering::gui::paint {

// The colours of the window, dark or light, and those that tell series apart.

enum class Shade { Light, Dark };

struct BoxColours {
  QColor fill;
  QColor stroke;
};

class Theme {
 public:
  explicit Theme(Shade shade) : shade_(shade) {}

  Shade shade() const { return shade_; }
  bool is_dark() const { return shade_ == Shade::Dark; }

  QColor paper() const;
  QColor ink() const;
  QColor faint() const;   // less important text
  QColor grid() const;    // marks of scales, borders
  QColor accent() const;  // selected
  QColor good() const;
  QColor warning() const;
  QColor bad() const;

  BoxColours box(report::drawing::Role role) const;
  QColor wire(std::optional<core::LinkKind> kind) const;
  /// Of a number of things: eight that are far apart also to those who see no red or green; then
  /// from the first on again. M. Okabe, K. Ito, "Color Universal Design", 2008, adapted to the
  /// ground.
  QColor series(int number) const;
  /// Whether another with a lower number has the same.
  static bool is_repeated(int number);
  /// The same with a dash that differs where the colours begin again, and between neighbours.
  QPen series_pen(int number, double width) const;
  /// From idle to busy, 0 to 1.
  QColor load(double share) const;

  /// For all widgets.
  QPalette palette() const;
  /// Of its grounds, texts, signs, series, boxes and wires: what stays exact where a picture has
  /// few colours.
  std::vector<QColor> own() const;

  bool operator==(const Theme&) const = default;

 private:
  QColor chosen(std::string_view light, std::string_view dark) const;

  Shade shade_;
};

/// That of the application. A new one reaches every widget as a change of its palette.
const Theme& theme();
void set_theme(Shade shade);

/// Pixels of the smallest letters of the window: less is not read, and has no place then.
inline constexpr int kLeastText = static_cast<int>(report::drawing::kLeastText);

/// The font of pictures, `size` in pixels and never less than kLeastText.
QFont picture_font(double size, bool is_bold = false);

// The style of the window: Fusion, with boxes whose outline is seen in both themes, and a button
// that has the focus is seen to have it.

class BoxStyle final : public QProxyStyle {
  Q_OBJECT

 public:
  BoxStyle();

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
};

}  // namespace treering::gui::paint
