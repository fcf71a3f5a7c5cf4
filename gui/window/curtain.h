// What is not of the question is dimmed, and what is computed, or was cancelled, is named upon it:
// one rule for every part of every view that shows what an inquiry brings (Session::showings).
#pragma once

#include <QLabel>
#include <QPixmap>
#include <QRect>
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "gui/models/session.h"

namespace treering::gui::window {

/// The part of a widget that is in sight, in its own pixels; empty where all of it is scrolled
/// away.
QRect in_sight(const QWidget& part);

/// What lies upon a part.
struct Cover {
  QString text{};           // may be empty
  bool has_veil = false;    // what is below is not of the question
  bool is_resting = false;  // nothing is to be seen of it yet: what is shorter only flickers
};

/// Lies upon a part of a view. Clicks and wheels go through it.
class Curtain final : public QWidget {
  Q_OBJECT

 public:
  explicit Curtain(QWidget* part);

  void lower(const Cover& cover);
  void lift();
  /// Whether what is below is dimmed, from the end of the rest on.
  bool hasVeil() const { return has_veil_; }
  /// The part as it is now stands in its place while the curtain is down; if it is seen.
  void keepPicture();
  void dropPicture() { picture_ = {}; }
  bool hasPicture() const { return !picture_.isNull(); }

 Q_SIGNALS:
  /// The part has come into sight, or gone, or its picture has.
  void partSeen();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();

  QLabel* words_;
  bool has_veil_ = false;
  bool is_resting_ = false;
  QPixmap picture_;
};

/// Whether its answer to an earlier question is seen below.
enum class Below { Nothing, Old };

/// "all_reduce of 1 MiB on dgx-h100 x 4: computing the times at every size …", and on another line
/// what is below until then; or that it was cancelled. Names inputs on which the answer depends,
/// and no others. Empty where the answer is there or nobody waits for it.
QString awaited_text(const models::Inquiry& inquiry, Below below);

/// Hangs a curtain upon every part that shows something, now and later. All parts are dimmed at one
/// moment, a short rest after the question: a part that stayed as it was beside one that is dimmed,
/// or has another answer already, would be taken for new. There is no rest where something is
/// dimmed already, nor for work that took longer the last time. What is said alike of several parts
/// is said once, where it is seen. Tips go with the question and with the answer that they are
/// about, also where the pointer stays.
class Curtains final : public QObject {
  Q_OBJECT

 public:
  explicit Curtains(models::Session& session, QObject* parent = nullptr);

  /// The window is painted next. The loop of events may be late to say that the rest is over; and
  /// parts may have been scrolled.
  void beginFrame();

 private:
  struct Shown {
    QPointer<models::Inquiry> inquiry;
    models::Until until{};
  };
  struct Hung {
    QPointer<QWidget> part;
    QPointer<Curtain> curtain;
    std::vector<Shown> shown;
    std::optional<Cover> cover{};  // nothing: all of it is of the question
    QStringList lines{};           // what is to be said of it
    QRect sight{};
  };

  void hang();
  void look();
  /// Parts empty themselves once they hear of a question, which inquiries hear of first.
  void keep_pictures(const models::Inquiry& inquiry);
  void drop_pictures();
  void find_covers();
  static void find_cover(Hung& one);
  void say_lines();
  /// Of the rest, in ms; nothing where no part that is seen waits for anything.
  std::optional<qint64> rest_left() const;
  void look_at_rest();
  void end_rest();
  bool is_below_veil(const QWidget& part) const;
  Hung& hung_upon(QWidget& part);

  models::Session& session_;
  std::size_t seen_ = 0;  // of the session's showings
  std::vector<Hung> all_;
  QTimer rest_;
  bool is_rest_over_ = false;
  QTimer lifted_;  // all of them, until the next turn of the loop of events
};

}  // namespace treering::gui::window
