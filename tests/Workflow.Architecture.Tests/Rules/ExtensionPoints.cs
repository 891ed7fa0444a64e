using Workflow.Architecture.Tests.Reading;

namespace Workflow.Architecture.Tests.Rules;

/// <summary>The rule that an interface has two implementers, unless applications implement it or it represents all types of one generic class.</summary>
internal static class ExtensionPoints
{
    /// <summary>The interfaces of Workflow.Core that need no second implementer, each with the reason.</summary>
    public static readonly IReadOnlyDictionary<string, string> Core = new Dictionary<string, string>
    {
        ["Workflow.Expressions.ILiteral"] = "a literal whose type is not known: what an application's own tools on definitions read",
        ["Workflow.Hosting.IWorkflowInstanceExtension"] = "an application's extension that wants to know its instance, or brings further extensions",
        ["Workflow.IExecutionProperty"] = "authors set up the thread around the code in their scope with it",
        ["Workflow.IPropertyRegistrationCallback"] = "authors follow the life of an execution property with it",
        ["Workflow.Statements.IBookmarkWait"] = "an application's activity declares the value that it waits for, and hosts refuse others at their sender",
    };

    /// <summary>The interfaces of Workflow.Interop.Legacy that need no second implementer, each with the reason.</summary>
    public static readonly IReadOnlyDictionary<string, string> Legacy = new Dictionary<string, string>
    {
        ["Workflow.Interop.Legacy.ComponentModel.ICompensatableActivity"] = "an application's activities undo their work with it",
        ["Workflow.Interop.Legacy.Runtime.IPendingWork"] = "an application's local services do work with the save of an instance",
        ["Workflow.Interop.Legacy.Runtime.Tracking.IProfileNotification"] = "an application's tracking services say when their profiles change",
        ["Workflow.Interop.Legacy.Runtime.IWorkBatch"] = "code of WF3 names it: it is what WorkflowEnvironment.WorkBatch returns",
        ["Workflow.Interop.Legacy.ComponentModel.Compiler.ITypeProvider"] = "an application says which types its rules can name",
        ["Workflow.Interop.Legacy.ComponentModel.Design.ITypeFilterProvider"] = "code of WF3 names it and implements it for designers",
    };

    public static IReadOnlyList<string> Violations(IReadOnlyCollection<InterfaceUse> interfaces, IReadOnlyDictionary<string, string> extensionPoints) =>
    [
        .. interfaces
            .Where(use => use.Implementers.Count <= 1 && !extensionPoints.ContainsKey(use.Name))
            .Select(use => $"{use.Name} has {(use.Implementers.Count == 0 ? "no implementer" : $"only '{use.Implementers[0]}'")}"),
        .. extensionPoints.Keys
            .Where(name => interfaces.All(use => use.Name != name))
            .Select(name => $"{name} is listed as an extension point and does not exist"),
    ];
}
