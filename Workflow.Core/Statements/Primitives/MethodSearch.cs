using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Finds the method that a name and a list of arguments mean, by rules close to those of C#.</summary>
internal sealed class MethodSearch(Type type, bool isStatic, string name, Type[] typeArguments, Argument[] arguments)
{
    /// <summary>The one method that fits best; null, with the problem, when there is none or more than one.</summary>
    public MethodCall? Find(out string? problem)
    {
        List<MethodInfo> named = MethodsOfThatName();
        List<MethodCall> fitting = [];
        foreach (MethodInfo method in named)
        {
            if (Close(method) is { } closed && Match(closed) is { } call)
            {
                fitting.Add(call);
            }
        }

        MethodCall? best = fitting.Find(candidate => fitting.TrueForAll(other => ReferenceEquals(candidate, other) || IsBetter(candidate, other)));
        problem = best is null ? Explain(named, fitting) : null;
        return best;
    }

    private static IEnumerable<Type> SelfAndBases(Type type)
    {
        yield return type;
        if (type.IsInterface)
        {
            // Reflection does not list what an interface takes over from its bases, nor what every object has.
            foreach (Type inherited in type.GetInterfaces())
            {
                yield return inherited;
            }

            yield return typeof(object);
        }
    }

    private static bool Directs(ArgumentDirection direction, ParameterInfo parameter) =>
        direction == (!parameter.ParameterType.IsByRef || (parameter.IsIn && !parameter.IsOut) ? ArgumentDirection.In
            : parameter.IsOut ? ArgumentDirection.Out
            : ArgumentDirection.InOut);

    /// <summary>Whether it fits better: no worse for any argument and better for one; among equals the simpler form, then the more derived one.</summary>
    private bool IsBetter(MethodCall candidate, MethodCall other)
    {
        bool isBetter = false;
        for (int i = 0; i < arguments.Length; i++)
        {
            int comparison = CompareFit(arguments[i].ArgumentType, candidate.TypeFor(i), other.TypeFor(i));
            if (comparison < 0)
            {
                return false;
            }

            isBetter |= comparison > 0;
        }

        if (isBetter)
        {
            return true;
        }

        if (candidate.IsExpanded != other.IsExpanded)
        {
            return other.IsExpanded;
        }

        if (candidate.UsesDefaults != other.UsesDefaults)
        {
            return other.UsesDefaults;
        }

        Type declaring = candidate.Method.DeclaringType!;
        Type otherDeclaring = other.Method.DeclaringType!;
        return declaring != otherDeclaring && otherDeclaring.IsAssignableFrom(declaring);
    }

    /// <summary>Positive when <paramref name="left"/> is the closer parameter type for the argument, negative when <paramref name="right"/> is.</summary>
    private static int CompareFit(Type argument, Type left, Type right)
    {
        if (left == right)
        {
            return 0;
        }

        if (left == argument || right == argument)
        {
            return left == argument ? 1 : -1;
        }

        bool leftIsNarrower = ImplicitConversion.Exists(left, right);
        bool rightIsNarrower = ImplicitConversion.Exists(right, left);
        return leftIsNarrower.CompareTo(rightIsNarrower);
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

    /// <summary>The method with the type arguments filled in; null when it does not take them.</summary>
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
            // A constraint of the method excludes one of the types.
            return null;
        }
    }

    private MethodCall? Match(MethodInfo method)
    {
        ParameterInfo[] parameters = method.GetParameters();
        if (FitsPlain(parameters))
        {
            return new MethodCall(method, arguments, isExpanded: false);
        }

        return FitsExpanded(parameters) ? new MethodCall(method, arguments, isExpanded: true) : null;
    }

    private bool FitsPlain(ParameterInfo[] parameters)
    {
        for (int i = 0; i < parameters.Length; i++)
        {
            if (i < arguments.Length ? !Fits(arguments[i], parameters[i]) : !parameters[i].HasDefaultValue)
            {
                return false;
            }
        }

        return arguments.Length <= parameters.Length;
    }

    private bool FitsExpanded(ParameterInfo[] parameters)
    {
        int last = parameters.Length - 1;
        if (last < 0 || arguments.Length < last || !parameters[last].IsDefined(typeof(ParamArrayAttribute)))
        {
            return false;
        }

        Type element = parameters[last].ParameterType.GetElementType()!;
        for (int i = 0; i < arguments.Length; i++)
        {
            bool fits = i < last
                ? Fits(arguments[i], parameters[i])
                : arguments[i].Direction == ArgumentDirection.In && ImplicitConversion.Exists(arguments[i].ArgumentType, element);
            if (!fits)
            {
                return false;
            }
        }

        return true;
    }

    private static bool Fits(Argument argument, ParameterInfo parameter)
    {
        if (!Directs(argument.Direction, parameter))
        {
            return false;
        }

        Type value = parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType()! : parameter.ParameterType;
        return argument.Direction switch
        {
            ArgumentDirection.In => ImplicitConversion.Exists(argument.ArgumentType, value),
            ArgumentDirection.Out => ImplicitConversion.Exists(value, argument.ArgumentType),
            _ => argument.ArgumentType == value,
        };
    }

    private string Explain(List<MethodInfo> named, List<MethodCall> fitting)
    {
        string kind = isStatic ? "static" : "instance";
        if (named.Count == 0)
        {
            return $"'{type}' has no public {kind} method '{name}'; correct the MethodName or the type.";
        }

        string given = string.Join(", ", arguments.Select(argument => $"{argument.Direction} {TypeNames.Of(argument.ArgumentType)}"));
        List<MethodInfo> shown = fitting.Count == 0 ? named : fitting.ConvertAll(static call => call.Method);
        string candidates = string.Join(", ", shown.Select(static method => $"'{MethodCall.Describe(method)}'"));
        return fitting.Count == 0
            ? $"No public {kind} method '{name}' of '{type}' takes ({given}) and {typeArguments.Length} type arguments; use one of these: {candidates}."
            : $"Several methods '{name}' of '{type}' take ({given}) equally well: {candidates}; give an argument the exact type of one of them.";
    }
}
