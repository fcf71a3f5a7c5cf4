#include "gui/paint/theme.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOption>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace treering::gui::paint {

namespace {

QColor colour(std::string_view text) {
  return QColor(QLatin1StringView(text.data(), static_cast<qsizetype>(text.size())));
}

Theme& current() {
  static Theme theme(Shade::Light);
  return theme;
}

}  // namespace

QColor Theme::chosen(std::string_view light, std::string_view dark) const {
  return colour(is_dark() ? dark : light);
}

QColor Theme::paper() const {
  return chosen(report::drawing::kLightPaper.paper, report::drawing::kDarkPaper.paper);
}

QColor Theme::ink() const {
  return chosen(report::drawing::kLightPaper.ink, report::drawing::kDarkPaper.ink);
}

QColor Theme::faint() const {
  return chosen(report::drawing::kLightPaper.faint, report::drawing::kDarkPaper.faint);
}

QColor Theme::grid() const {
  return chosen(report::drawing::kLightPaper.grid, report::drawing::kDarkPaper.grid);
}

QColor Theme::accent() const {
  return chosen(report::drawing::kAccent.light, report::drawing::kAccent.dark);
}

QColor Theme::good() const {
  return chosen("#1a7f37", "#3fb950");
}

QColor Theme::warning() const {
  return chosen("#9a6700", "#d29922");
}

QColor Theme::bad() const {
  return chosen("#cf222e", "#f85149");
}

BoxColours Theme::box(report::drawing::Role role) const {
  if (role == report::drawing::Role::Plate) return {paper(), Qt::transparent};
  const auto& colours = report::drawing::kRoleColours.at(static_cast<std::size_t>(role));
  return {chosen(colours.fill, colours.dark_fill), chosen(colours.stroke, colours.dark_stroke)};
}

QColor Theme::wire(std::optional<core::LinkKind> kind) const {
  const auto& colours = report::drawing::colours_of(kind);
  return chosen(colours.light, colours.dark);
}

QColor Theme::series(int number) const {
  using report::drawing::kSeriesColours;
  const auto& one = kSeriesColours.at(static_cast<std::size_t>(number) % kSeriesColours.size());
  return chosen(one.light, one.dark);
}

bool Theme::is_repeated(int number) {
  return std::cmp_greater_equal(number, report::drawing::kSeriesColours.size());
}

QPen Theme::series_pen(int number, double width) const {
  constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
  const auto round = static_cast<std::size_t>(number) / report::drawing::kSeriesColours.size();
  const auto style = kStyles.at((static_cast<std::size_t>(number) + round) % kStyles.size());
  return {series(number), width, style, Qt::RoundCap, Qt::RoundJoin};
}

QColor Theme::load(double share) const {
  const QColor idle = grid();
  const QColor half = series(5);
  const QColor full = bad();
  const auto mixed = [](const QColor& a, const QColor& b, double part) {
    const auto of = [part](int from, int to) {
      return static_cast<int>(from + (to - from) * part);
    };
    return QColor(of(a.red(), b.red()), of(a.green(), b.green()), of(a.blue(), b.blue()));
  };
  const double at = std::clamp(share, 0.0, 1.0) * 2;
  return at < 1 ? mixed(idle, half, at) : mixed(half, full, at - 1);
}

QPalette Theme::palette() const {
  const QColor ground = chosen("#f6f8fa", "#151b23");
  const QColor button = chosen("#eef1f4", "#212830");
  QPalette palette(button, ground);
  palette.setColor(QPalette::WindowText, ink());
  palette.setColor(QPalette::Base, paper());
  palette.setColor(QPalette::AlternateBase, ground);
  palette.setColor(QPalette::Text, ink());
  palette.setColor(QPalette::ButtonText, ink());
  palette.setColor(QPalette::PlaceholderText, faint());
  palette.setColor(QPalette::ToolTipBase, button);
  palette.setColor(QPalette::ToolTipText, ink());
  palette.setColor(QPalette::Highlight, accent());
  palette.setColor(QPalette::HighlightedText, is_dark() ? paper() : Qt::white);
  palette.setColor(QPalette::Link, accent());
  palette.setColor(QPalette::Mid, grid());
  for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText}) {
    palette.setColor(QPalette::Disabled, role, faint());
  }
  return palette;
}

std::vector<QColor> Theme::own() const {
  std::vector<QColor> all{paper(), ink(), faint(), grid(), accent(), good(), warning(), bad()};
  const QPalette widgets = palette();
  for (int role = 0; role < QPalette::NColorRoles; ++role) {
    all.push_back(widgets.color(QPalette::Active, static_cast<QPalette::ColorRole>(role)));
  }
  for (int number = 0; number < static_cast<int>(report::drawing::kSeriesColours.size());
       ++number) {
    all.push_back(series(number));
  }
  for (std::size_t role = 0; role < report::drawing::kRoleColours.size(); ++role) {
    const BoxColours colours = box(static_cast<report::drawing::Role>(role));
    all.push_back(colours.fill);
    all.push_back(colours.stroke);
  }
  for (const auto& wire : report::drawing::kWireColours) {
    all.push_back(chosen(wire.light, wire.dark));
  }
  return all;
}

const Theme& theme() {
  return current();
}

void set_theme(Shade shade) {
  current() = Theme(shade);
  QApplication::setStyle(new BoxStyle);
  QApplication::setPalette(current().palette());
}

QFont picture_font(double size, bool is_bold) {
  QFont font = QApplication::font();
  font.setPixelSize(std::max(kLeastText, static_cast<int>(std::lround(size))));
  font.setBold(is_bold);
  return font;
}

BoxStyle::BoxStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void BoxStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                             QPainter* painter, const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  const bool is_round = element == PE_IndicatorRadioButton;
  if (!is_round && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) {
    return;
  }
  painter->save();
  painter->setPen(QPen(theme().faint(), 1));
  painter->setBrush(Qt::NoBrush);
  const QRect border = option->rect.adjusted(0, 0, -1, -1);
  if (is_round) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->drawEllipse(QRectF(border).adjusted(0.5, 0.5, -0.5, -0.5));
  } else {
    painter->drawRect(border);
  }
  painter->restore();
}

/// Qt marks the focus only once Tab was pressed, but a window begins with it on a button.
void BoxStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  QProxyStyle::drawControl(element, option, painter, widget);
  const bool has_focus = option->state.testFlag(State_HasFocus);
  if (element != CE_PushButton || !has_focus) return;
  constexpr double kWide = 2;     // pixels
  constexpr double kRound = 2.5;  // as Fusion's corners
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme().accent(), kWide));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), kRound, kRound);
  painter->restore();
}

}  // namespace treering::gui::paint
