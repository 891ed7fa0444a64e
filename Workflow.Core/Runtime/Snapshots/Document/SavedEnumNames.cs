using System.Diagnostics.CodeAnalysis;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The names of engine constants in saved state. They are part of the format, so that constants can be renamed and renumbered. A constant without a name is
/// never saved.
/// </summary>
internal static class SavedEnumNames
{
    public static readonly EnumNames<ActivityInstanceState> FinalStates = new(
        (ActivityInstanceState.Closed, "closed"),
        (ActivityInstanceState.Canceled, "canceled"),
        (ActivityInstanceState.Faulted, "faulted"));

    public static readonly EnumNames<InstanceStage> Preparation = new(
        (InstanceStage.Created, "notStarted"),
        (InstanceStage.ResolvingArguments, "arguments"),
        (InstanceStage.ResolvingVariables, "variables"));

    public static readonly EnumNames<WorkKind> Work = new(
        (WorkKind.Execute, "execute"),
        (WorkKind.ResolveNext, "resolveNext"),
        (WorkKind.EvaluateNext, "evaluateNext"),
        (WorkKind.Complete, "complete"),
        (WorkKind.Evaluate, "evaluate"),
        (WorkKind.Fault, "fault"),
        (WorkKind.Cancel, "cancel"),
        (WorkKind.Resume, "resume"),
        (WorkKind.EndTransaction, "endTransaction"));
}

/// <summary>The names of the constants of one type in saved state.</summary>
internal sealed class EnumNames<T>(params (T Constant, string Word)[] words)
    where T : struct, Enum
{
    public IReadOnlyList<(T Constant, string Word)> All => words;

    public string Of(T constant)
    {
        foreach ((T known, string word) in words)
        {
            if (EqualityComparer<T>.Default.Equals(known, constant))
            {
                return word;
            }
        }

        throw new InvalidOperationException($"'{constant}' of '{typeof(T).Name}' is never saved.");
    }

    public bool TryParse(string text, [MaybeNullWhen(false)] out T constant)
    {
        foreach ((T known, string word) in words)
        {
            if (word == text)
            {
                constant = known;
                return true;
            }
        }

        constant = default;
        return false;
    }
}
