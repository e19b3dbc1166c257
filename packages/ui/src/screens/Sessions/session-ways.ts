/** Links that lead away from a session. */
export interface SessionWays {
  toLesson: (lessonId: string) => void;
  toLessonsOf: (sessionId: string) => void;
  toProject: (projectId: string) => void;
  /** Connects two things that one session log holds. */
  toConnect: (episodeId: string) => void;
}

/** What a part of a session is drawn with. */
export interface SessionPartProps {
  sessionId: string;
  ways: SessionWays;
}
