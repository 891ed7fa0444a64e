namespace Workflow.Tracking.Etw.Events;

/// <summary>The kinds of events that at least one session listens to, by level and keywords.</summary>
[Flags]
internal enum EnabledSessions
{
    Nothing = 0,
    Information = 1,
    Warnings = 2,
    Errors = 4,

    /// <summary>Suspensions and updates, which have fewer keywords than other records.</summary>
    Suspensions = 8,
    CustomInformation = 16,
    CustomWarnings = 32,
    CustomErrors = 64,
    Custom = CustomInformation | CustomWarnings | CustomErrors,
    Everything = Information | Warnings | Errors | Suspensions | Custom,
}
