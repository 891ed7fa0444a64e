using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Finds the method for a name and a list of arguments.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class MethodSearch(Type type, bool isStatic, string name, Type[] typeArguments, Argument[] arguments)
{
    /// <summary>Returns the best match. Null, with the problem, if there is none or more than one.</summary>
    public MethodCall? Find(out string? problem)
    {
        List<MethodInfo> named = MethodsOfThatName();
        OverloadChoice choice = new(arguments);
        List<MethodCall> fitting = choice.Fitting(named.Select(Close).OfType<MethodInfo>());
        MethodCall? best = choice.Best(fitting);
        problem = best is null ? Explain(named, fitting, choice.Given) : null;
        return best;
    }

    private static IEnumerable<Type> SelfAndBases(Type type)
    {
        yield return type;
        if (type.IsInterface)
        {
            // Reflection does not list inherited members of an interface, nor the members of object.
            foreach (Type inherited in type.GetInterfaces())
            {
                yield return inherited;
            }

            yield return typeof(object);
        }
    }

    private List<MethodInfo> MethodsOfThatName()
    {
        BindingFlags flags = BindingFlags.Public | (isStatic ? BindingFlags.Static | BindingFlags.FlattenHierarchy : BindingFlags.Instance);
        List<MethodInfo> named = [];
        foreach (Type declaring in SelfAndBases(type))
        {
            foreach (MethodInfo method in declaring.GetMethods(flags))
            {
                if (method.Name == name)
                {
                    named.Add(method);
                }
            }
        }

        return named;
    }

    /// <summary>Returns the method with its type arguments; null if they are not compatible.</summary>
    private MethodInfo? Close(MethodInfo method)
    {
        int expected = method.IsGenericMethodDefinition ? method.GetGenericArguments().Length : 0;
        if (expected != typeArguments.Length)
        {
            return null;
        }

        try
        {
            return expected == 0 ? method : method.MakeGenericMethod(typeArguments);
        }
        catch (ArgumentException)
        {
            // One of the types violates a constraint of the method.
            return null;
        }
    }

    private string Explain(List<MethodInfo> named, List<MethodCall> fitting, string given)
    {
        string kind = isStatic ? "static" : "instance";
        if (named.Count == 0)
        {
            return $"'{type}' has no public {kind} method '{name}'; correct the MethodName or the type.";
        }

        IEnumerable<MethodBase> shown = fitting.Count == 0 ? named : fitting.Select(static call => call.Method);
        string candidates = string.Join(", ", shown.Select(static method => $"'{MethodCall.Describe(method)}'"));
        return fitting.Count == 0
            ? $"No public {kind} method '{name}' of '{type}' takes ({given}) and {typeArguments.Length} type arguments; use one of these: {candidates}."
            : $"Several methods '{name}' of '{type}' take ({given}) equally well: {candidates}; give an argument the exact type of one of them.";
    }
}
