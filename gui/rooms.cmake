# The rooms of gui in the order in which the data passes, with their doors (cmake/library.cmake).
treering_room(jobs INNER_DOORS asker.h board.h)
treering_room(models
  INNER_DOORS blocks.h clock.h faults.h inquiry.h job_settings.h question.h question_words.h selection.h
        session.h words.h)
treering_room(paint INNER_DOORS deeds.h picture_layer.h saved_picture.h theme.h)
treering_room(widgets
  INNER_DOORS canvas.h for_hands.h frame.h labels.h plot_frame.h plot_legend.h plot_panel.h
              plot_svg.h small_screens.h)
treering_room(stage INNER_DOORS playback_bar.h run_panel.h stage_canvas.h)
treering_room(timeline INNER_DOORS timeline_widget.h)
treering_room(views/topology INNER_DOORS topology_view.h)
treering_room(views/algorithm INNER_DOORS algorithm_view.h)
treering_room(views/charts INNER_DOORS charts_view.h)
treering_room(views/recommendation INNER_DOORS recommendation_view.h)
treering_room(views/check INNER_DOORS check_view.h)
treering_room(lessons INNER_DOORS lesson.h lessons_dock.h)
treering_room(animation INNER_DOORS export.h picture.h)
treering_room(window/question INNER_DOORS question_panel.h)
treering_room(window INNER_DOORS application.h)
treering_room(.)
