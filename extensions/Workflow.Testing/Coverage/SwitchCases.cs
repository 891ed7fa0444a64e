using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Workflow.Statements;

namespace Workflow.Testing;

/// <summary>
/// The cases of a <see cref="Switch{T}"/> or <see cref="FlowSwitch{T}"/>, read by reflection because the type of the values is known only at run time.
/// </summary>
internal sealed class SwitchCases
{
    private SwitchCases(object choice)
    {
        DisplayName = (string)Read(choice, nameof(Activity.DisplayName))!;
        Expression = Read(choice, nameof(Switch<>.Expression));
        Default = Read(choice, nameof(Switch<>.Default));
        IEnumerable cases = (IEnumerable)Read(choice, nameof(Switch<>.Cases))!;
        Cases = [.. cases.Cast<object>().Select(pair => (Read(pair, nameof(KeyValuePair<,>.Key)), Read(pair, nameof(KeyValuePair<,>.Value))))];
    }

    public string DisplayName { get; }

    public object? Expression { get; }

    public IReadOnlyList<(object? Value, object? Target)> Cases { get; }

    public object? Default { get; }

    /// <summary>Returns the cases; null if the object is not a switch.</summary>
    public static SwitchCases? Of(object choice) =>
        choice.GetType() is { IsGenericType: true } type
            && (type.GetGenericTypeDefinition() == typeof(Switch<>) || type.GetGenericTypeDefinition() == typeof(FlowSwitch<>))
            ? new SwitchCases(choice)
            : null;

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The engine calls the getters of each switch, so that they are there.")]
    private static object? Read(object source, string property) => source.GetType().GetProperty(property)!.GetValue(source);
}
