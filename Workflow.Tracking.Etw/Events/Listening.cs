namespace Workflow.Tracking.Etw.Events;

/// <summary>Which kinds of events some session listens to, by their levels and keywords.</summary>
[Flags]
internal enum Listening
{
    Nothing = 0,
    Information = 1,
    Warnings = 2,
    Errors = 4,

    /// <summary>Suspensions have fewer keywords than the rest.</summary>
    Suspensions = 8,
    CustomInformation = 16,
    CustomWarnings = 32,
    CustomErrors = 64,
    Custom = CustomInformation | CustomWarnings | CustomErrors,
    Everything = Information | Warnings | Errors | Suspensions | Custom,
}
