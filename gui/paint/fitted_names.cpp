#include <QStringList>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "gui/paint/labels.h"
#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

using report::drawing::Label;
using report::drawing::Tone;
using Lines = std::span<const Label>;

constexpr std::string_view kNode = "node ";
constexpr int kMostSize = 10;  // pixels of a name that takes the room of details

/// What stands in one line; `space` comes before it where something does in that line.
struct Word {
  QString text;
  QString space;
};

bool is_digit(QChar one) {
  return one >= QLatin1Char('0') && one <= QLatin1Char('9');
}

bool is_letter(QChar one) {
  const QChar lower = one.toLower();
  return lower >= QLatin1Char('a') && lower <= QLatin1Char('z');
}

/// A number is a word of its own behind so many letters.
QString with_number_apart(const QString& word) {
  constexpr qsizetype kLetters = 4;
  QString apart;
  for (qsizetype i = 0; i < word.size(); ++i) {
    const bool is_behind = is_digit(word[i]) && i >= kLetters &&
                           std::all_of(word.begin() + i - kLetters, word.begin() + i, is_letter);
    if (is_behind) apart += QLatin1Char(' ');
    apart += word[i];
  }
  return apart;
}

/// "PCI", "switch", "2c"; "mlx5", "_10"; "rdmap", "144s27".
std::vector<Word> words_of(Lines lines) {
  std::vector<Word> words;
  for (const Label& line : lines) {
    const QString text = QString::fromStdString(line.text);
    for (QString word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
      word.replace(QLatin1Char('_'), QStringLiteral(" _"));
      word = with_number_apart(word);
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

  /// As it stands, or word by word where it must, or, of a node, the number alone.
  /// \param most pixels
  FittedName largest(Lines lines, int most) {
    FittedName name = largest_whole(lines, most);
    if (name.pixels > 0 || lines.size() > 1 || !lines.front().text.starts_with(kNode)) return name;
    Label number = lines.front();
    number.text.erase(0, kNode.size());
    return largest_whole({&number, 1}, most);
  }

 private:
  FittedName largest_whole(Lines lines, int most) {
    // In a picture that is far away most names fit by no size.
    if (lines.front().room.height * scale_ < kLeastText) return {};
    const std::vector<Word> words = words_of(lines);
    const std::vector<Label> whole(lines.begin(), lines.end());
    const bool fits_at_all =
        fits({kLeastText, whole}) || fits(wrapped(words, lines.front(), kLeastText));
    if (!fits_at_all) return {};
    for (int pixels = most; pixels >= kLeastText; --pixels) {
      if (FittedName name{pixels, whole}; fits(name)) return name;
    }
    for (int pixels = most; pixels >= kLeastText; --pixels) {
      if (FittedName name = wrapped(words, lines.front(), pixels); fits(name)) return name;
    }
    return {};
  }

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

/// As in most fonts: alone, and beside each other.
bool has_equal_digits(const QFontMetricsF& metrics) {
  const double width = metrics.horizontalAdvance(QLatin1Char('0'));
  for (char digit = '1'; digit <= '9'; ++digit) {
    const QString two(2, QLatin1Char(digit));
    if (metrics.horizontalAdvance(QLatin1Char(digit)) != width) return false;
    if (metrics.horizontalAdvance(two) != 2 * width) return false;
  }
  return true;
}

/// Each digit as a zero.
QString with_zeros(QString text) {
  for (QChar& one : text) {
    if (is_digit(one)) one = QLatin1Char('0');
  }
  return text;
}

}  // namespace

TextWidths::Measured& TextWidths::measured_in(int pixels, bool is_bold) {
  const auto found = by_font_.find({pixels, is_bold});
  if (found != by_font_.end()) return found->second;
  const QFontMetricsF metrics(picture_font(pixels, is_bold));
  return by_font_.emplace(std::pair(pixels, is_bold), Measured{metrics, has_equal_digits(metrics)})
      .first->second;
}

double TextWidths::of(const QString& text, int pixels, bool is_bold) {
  Measured& font = measured_in(pixels, is_bold);
  const QString key = font.has_equal_digits ? with_zeros(text) : text;
  const auto found = font.widths.constFind(key);
  if (found != font.widths.constEnd()) return *found;
  return *font.widths.insert(key, font.metrics.horizontalAdvance(key));
}

std::size_t TextWidths::measured() const {
  std::size_t all = 0;
  for (const auto& [form, font] : by_font_) all += static_cast<std::size_t>(font.widths.size());
  return all;
}

double height_of(const FittedName& name) {
  return kLinePitch * name.pixels * static_cast<double>(name.lines.size() - 1) + name.pixels;
}

std::vector<FittedName> fitted(const std::vector<Lines>& names, double scale, TextWidths& widths) {
  Fitter fitter(scale, widths);
  std::map<RoomSize, int> most;  // that all of them can have
  std::vector<Lines> fitting;
  for (const Lines& lines : names) {
    int& pixels = most.try_emplace(size_of(lines.front().room), kMostSize).first->second;
    const FittedName name = fitter.largest(lines, pixels);
    if (name.pixels == 0) continue;
    pixels = name.pixels;
    fitting.push_back(lines);
  }
  std::vector<FittedName> all;
  for (const Lines& lines : fitting) {
    FittedName name = fitter.largest(lines, most[size_of(lines.front().room)]);
    if (name.pixels > 0) all.push_back(std::move(name));
  }
  return all;
}

}  // namespace treering::gui::paint
