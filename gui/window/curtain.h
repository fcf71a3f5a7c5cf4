// What is not of the question is dimmed, and what is computed, or was cancelled, is named upon it:
// one rule for every part of every view that shows what an inquiry brings (Session::showings).
#pragma once

#include <QLabel>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "gui/models/session.h"

namespace treering::gui::window {

/// Lies upon a part of a view. Clicks and wheels go through it.
class Curtain final : public QWidget {
  Q_OBJECT

 public:
  explicit Curtain(QWidget* part);

  /// \param text upon it; may be empty
  void lower(const QString& text);
  /// Where it is lowered again before the loop of events goes on, it has been down all the time.
  void lift();

 Q_SIGNALS:
  /// The part has come into sight, or gone.
  void partSeen();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void place();
  bool is_resting() const;
  void end_rest();

  QLabel* words_;
  QTimer rest_;    // what is shorter only flickers
  QTimer lifted_;  // until the next turn of the loop of events
};

/// "all_reduce of 1 MiB on dgx-h100 x 4: computing the times at every size …", and on another line
/// what is shown until then; or that it was cancelled. Empty where the answer is there or nobody
/// waits for it.
QString awaited_text(const models::Inquiry& inquiry);

/// Hangs a curtain upon every part that shows something, now and later.
class Curtains final : public QObject {
  Q_OBJECT

 public:
  explicit Curtains(models::Session& session, QObject* parent = nullptr);

 private:
  struct Hung {
    QPointer<QWidget> part;
    QPointer<Curtain> curtain;
    std::vector<QPointer<models::Inquiry>> inquiries;
  };

  void hang();
  void look();
  Hung& hung_upon(QWidget& part);

  models::Session& session_;
  std::size_t seen_ = 0;  // of the session's showings
  std::vector<Hung> all_;
};

}  // namespace treering::gui::window
