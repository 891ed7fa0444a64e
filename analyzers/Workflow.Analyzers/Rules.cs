using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Workflow.Analyzers;

/// <summary>The descriptors of the diagnostics. docs/author/analyzers.md has a section for each.</summary>
internal static class Rules
{
    private const string Category = "Workflow";

    /// <summary>The page with the documentation of the rules; a relative path if the build does not specify the repository.</summary>
    private static readonly string Page = Root() + "docs/author/analyzers.md";

    public static readonly DiagnosticDescriptor BookmarkWithoutCanInduceIdle = Create(
        "WF0001",
        "An activity creates a bookmark and does not override CanInduceIdle",
        "'{0}' creates a bookmark and does not declare that it can wait; override CanInduceIdle to return true",
        "Without the override, the bookmark is refused when the activity runs.");

    public static readonly DiagnosticDescriptor Callback = Create(
        "WF0002",
        "A callback is neither a method of the activity nor a static method",
        "The callback {0}; pass a method of the activity, and keep values of the run in variables",
        "The callback is found again after an instance was saved and loaded, so it is a method of the activity or a static method. Others are refused when the activity runs.");

    public static readonly DiagnosticDescriptor OmittedMetadata = Create(
        "WF0003",
        "CacheMetadata omits an argument or a child",
        "'{0}.CacheMetadata' does not declare '{1}'; declare it there, or call the method of the base class first",
        "An override of CacheMetadata that does not call the base declares everything itself. What it omits cannot be read or scheduled.");

    public static readonly DiagnosticDescriptor UndeclaredVariable = Create(
        "WF0004",
        "A variable is used where no activity declares it",
        "The variable '{0}' is used {1}; add it to the Variables of an activity around its uses, or declare it with AddImplementationVariable",
        "A variable exists inside the activity that declares it. Elsewhere, reading it fails.");

    public static readonly DiagnosticDescriptor TaskDelay = Create(
        "WF0005",
        "An activity waits with Task.Delay",
        "'{0}' waits for a time that is lost with the process; use a Delay activity, or pass a TimeProvider for a short wait",
        "A Delay is a timer of the instance: it is saved, survives a restart, and takes no time in a test.");

    public static readonly DiagnosticDescriptor MachineClock = Create(
        "WF0006",
        "An activity reads the clock of the machine",
        "'{0}' is the clock of the machine; take the time from the TimeProvider among the extensions",
        "Timers and tracking records use the TimeProvider of the host. Code that reads another clock cannot be tested and may disagree with them.");

    public static readonly DiagnosticDescriptor BlockingWait = Create(
        "WF0007",
        "An activity blocks its thread",
        "'{0}' blocks the thread that runs the instance; await in an AsyncCodeActivity, or wait at a bookmark",
        "A thread that waits runs no other instance, and a wait for work of the same instance never ends.");

    public static readonly DiagnosticDescriptor UnsavedType = Create(
        "WF0008",
        "The type of a variable cannot be saved",
        "A variable of type '{0}' cannot be saved{1}; keep a value that it can be made from, or declare it inside a NoPersistScope",
        "The instance fails to be saved while the variable has a value.");

    public static readonly DiagnosticDescriptor AsyncVoid = Create(
        "WF0009",
        "A method of an activity is async void",
        "'{0}' is async void: the instance continues before it ends, and its exceptions end the process; derive from AsyncCodeActivity",
        "The engine calls the method and does not wait for the rest of it.");

    public static readonly DiagnosticDescriptor StoredContext = Create(
        "WF0010",
        "An activity keeps a context in a field",
        "'{0}' keeps a context, which is valid in the method that received it only and belongs to one run; pass it as a parameter",
        "All runs share the activity object, and a context ends with the method that received it.");

    public static readonly DiagnosticDescriptor DelegateInvoke = Create(
        "WF0011",
        "BeginInvoke or EndInvoke of a delegate is not supported",
        "'{0}' throws a PlatformNotSupportedException; start a task, and return TaskToAsyncResult.Begin where a Begin method is needed",
        "The methods compile, and .NET does not have them: code for .NET Framework fails when it calls them.");

    private static DiagnosticDescriptor Create(string id, string title, string message, string description) =>
#pragma warning disable RS2008 // The releases are tracked, but the analyzer does not recognize descriptors that this method creates.
        new(id, title, message, Category, DiagnosticSeverity.Warning, isEnabledByDefault: true, description, $"{Page}#{id.ToLowerInvariant()}");
#pragma warning restore RS2008

    private static string Root()
    {
        foreach (AssemblyMetadataAttribute metadata in typeof(Rules).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>())
        {
            if (metadata.Key == "DocumentationRoot" && metadata.Value is { } root)
            {
                return root;
            }
        }

        return string.Empty;
    }
}
