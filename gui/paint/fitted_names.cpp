#include "gui/paint/fitted_names.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Label;
using report::drawing::Tone;
using Lines = std::span<const Label>;

constexpr int kMostSize = 10;  // pixels of a name that takes the room of details
constexpr int kLeastSize = 6;  // and where there is little

/// What stands in one line; `space` comes before it where something does in that line.
struct Word {
  QString text;
  QString space;
};

/// "PCI", "switch", "2c"; "mlx5", "_10"; "rdmap", "144s27".
std::vector<Word> words_of(Lines lines) {
  static const QRegularExpression kNumber(QStringLiteral("([A-Za-z]{4})(?=[0-9])"));
  std::vector<Word> words;
  for (const Label& line : lines) {
    const QString text = QString::fromStdString(line.text);
    for (QString word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      word.replace(QLatin1Char('_'), QStringLiteral(" _"));
      word.replace(kNumber, QStringLiteral("\\1 "));
      const bool is_joined = !words.empty() && words.back().text.endsWith(QLatin1Char('+'));
      QString space = is_joined ? QString() : QStringLiteral(" ");
      for (const QString& part : word.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        words.push_back({part, std::exchange(space, QString())});
      }
    }
  }
  return words;
}

class Fitter {
 public:
  Fitter(double scale, TextWidths& widths) : scale_(scale), widths_(widths) {}

  /// As it stands, or word by word where it must. \param most pixels
  FittedName largest(Lines lines, int most) {
    const std::vector<Word> words = words_of(lines);
    const std::vector<Label> whole(lines.begin(), lines.end());
    for (const auto& [high, low] : {std::pair(kMostSize, kReadable), {kReadable, kLeastSize}}) {
      for (int pixels = std::min(high, most); pixels >= low; --pixels) {
        if (FittedName name{pixels, whole}; fits(name)) return name;
      }
      for (int pixels = std::min(high, most); pixels >= low; --pixels) {
        if (FittedName name = wrapped(words, lines.front(), pixels); fits(name)) return name;
      }
    }
    return {};
  }

 private:
  /// As many words in a line as its room is wide.
  FittedName wrapped(const std::vector<Word>& words, const Label& form, int pixels) {
    FittedName name{pixels, {}};
    QString line;
    const auto end_line = [&] {
      name.lines.push_back(form);
      name.lines.back().text = std::exchange(line, QString()).toStdString();
    };
    for (const Word& word : words) {
      const QString longer = line + word.space + word.text;
      if (!line.isEmpty() && width_of(longer, form.tone, pixels) > most_width(form)) end_line();
      line = line.isEmpty() ? word.text : line + word.space + word.text;
    }
    end_line();
    return name;
  }

  bool fits(const FittedName& name) {
    return height_of(name) <= name.lines.front().room.height * scale_ &&
           std::ranges::all_of(name.lines, [&](const Label& line) {
             return width_of(QString::fromStdString(line.text), line.tone, name.pixels) <=
                    most_width(line);
           });
  }

  double most_width(const Label& line) const { return line.room.width * scale_ - 2 * kNameEdge; }
  double width_of(const QString& text, Tone tone, int pixels) {
    return widths_.of(text, pixels, tone == Tone::Strong);
  }

  double scale_;
  TextWidths& widths_;
};

using RoomSize = std::pair<int, int>;

RoomSize size_of(const report::drawing::Area& room) {
  constexpr double kParts = 4;  // of a unit; what differs by less is equal
  return {static_cast<int>(std::lround(room.width * kParts)),
          static_cast<int>(std::lround(room.height * kParts))};
}

}  // namespace

double TextWidths::of(const QString& text, int pixels, bool is_bold) {
  auto at = metrics_.find({pixels, is_bold});
  if (at == metrics_.end()) {
    at = metrics_.emplace(std::pair(pixels, is_bold), QFontMetricsF(picture_font(pixels, is_bold)))
             .first;
  }
  return at->second.horizontalAdvance(text);
}

double height_of(const FittedName& name) {
  return kLinePitch * name.pixels * static_cast<double>(name.lines.size() - 1) + name.pixels;
}

std::vector<FittedName> fitted(const std::vector<Lines>& names, double scale, TextWidths& widths) {
  Fitter fitter(scale, widths);
  std::map<RoomSize, int> most;  // that all of them can have
  for (const Lines& lines : names) {
    int& pixels = most.try_emplace(size_of(lines.front().room), kMostSize).first->second;
    const FittedName name = fitter.largest(lines, pixels);
    if (name.pixels > 0) pixels = name.pixels;
  }
  std::vector<FittedName> all;
  for (const Lines& lines : names) {
    FittedName name = fitter.largest(lines, most[size_of(lines.front().room)]);
    if (name.pixels > 0) all.push_back(std::move(name));
  }
  return all;
}

}  // namespace treering::gui::paint
