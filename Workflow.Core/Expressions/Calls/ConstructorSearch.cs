using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Finds the constructor for a list of arguments.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal static class ConstructorSearch
{
    /// <summary>Returns the best match. Null with a problem if there is no best match; null without a problem for the default value of a value type.</summary>
    public static MethodCall? Find(Type type, Argument[] arguments, out string? problem)
    {
        problem = null;
        if (type.IsAbstract || type.IsArray)
        {
            problem = $"'{type}' has no constructor to call; name a class that is not abstract, or use NewArray for an array.";
            return null;
        }

        ConstructorInfo[] constructors = type.GetConstructors();
        OverloadChoice choice = new(arguments);
        List<MethodCall> fitting = choice.Fitting(constructors);
        MethodCall? best = choice.Best(fitting);
        if (best is null && !(type.IsValueType && arguments.Length == 0))
        {
            IEnumerable<MethodBase> shown = fitting.Count == 0 ? constructors : fitting.Select(static call => call.Method);
            string candidates = string.Join(", ", shown.Select(static constructor => $"'{MethodCall.Describe(constructor)}'"));
            problem = fitting.Count == 0
                ? $"No public constructor of '{type}' takes ({choice.Given}); use one of these: {candidates}."
                : $"Several constructors of '{type}' take ({choice.Given}) equally well: {candidates}; give an argument the exact type of one of them.";
        }

        return best;
    }
}
