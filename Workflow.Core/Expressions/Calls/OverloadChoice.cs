using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Chooses the method or constructor for a list of arguments, by rules close to those of C#.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
internal sealed class OverloadChoice(Argument[] arguments)
{
    /// <summary>The arguments as they are shown in messages.</summary>
    public string Given => string.Join(", ", arguments.Select(static argument => $"{argument.Direction} {TypeNames.Of(argument.ArgumentType)}"));

    /// <summary>Returns the candidates that accept the arguments.</summary>
    public List<MethodCall> Fitting(IEnumerable<MethodBase> candidates) => [.. candidates.Select(Match).OfType<MethodCall>()];

    /// <summary>Returns the best match; null if there is none, or if several match equally well.</summary>
    public MethodCall? Best(List<MethodCall> fitting) =>
        fitting.Find(candidate => fitting.TrueForAll(other => ReferenceEquals(candidate, other) || IsBetter(candidate, other)));

    /// <summary>
    /// Returns true if a candidate is better: not worse for any argument and better for at least one. Among equal candidates, the simpler form is better,
    /// then the more derived one.
    /// </summary>
    private bool IsBetter(MethodCall candidate, MethodCall other)
    {
        int comparison = Compare(Array.ConvertAll(arguments, static argument => argument.ArgumentType), candidate.TypeFor, other.TypeFor);
        if (comparison != 0)
        {
            return comparison > 0;
        }

        if (candidate.IsExpanded != other.IsExpanded)
        {
            return other.IsExpanded;
        }

        if (candidate.UsesDefaults != other.UsesDefaults)
        {
            return other.UsesDefaults;
        }

        return IsMoreDerived(candidate.Method, other.Method);
    }

    /// <summary>Returns true if a more derived type declares the candidate.</summary>
    public static bool IsMoreDerived(MemberInfo candidate, MemberInfo other) =>
        candidate.DeclaringType != other.DeclaringType && other.DeclaringType!.IsAssignableFrom(candidate.DeclaringType);

    /// <summary>
    /// Compares two lists of parameter types. Positive if the left list is not worse for any of the given types and better for at least one, 0 if both are
    /// equally good, negative if the left list is worse for one of them.
    /// </summary>
    public static int Compare(Type[] given, Func<int, Type> left, Func<int, Type> right)
    {
        bool isBetter = false;
        for (int i = 0; i < given.Length; i++)
        {
            int comparison = CompareFit(given[i], left(i), right(i));
            if (comparison < 0)
            {
                return -1;
            }

            isBetter |= comparison > 0;
        }

        return isBetter ? 1 : 0;
    }

    /// <summary>
    /// Returns a positive number if <paramref name="left"/> is the closer parameter type for the argument, and a negative number if
    /// <paramref name="right"/> is.
    /// </summary>
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

    private MethodCall? Match(MethodBase method)
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
            if (i < arguments.Length ? !Fits(arguments[i], parameters[i]) : !MethodCall.HasDefault(parameters[i]))
            {
                return false;
            }
        }

        return arguments.Length <= parameters.Length;
    }

    private bool FitsExpanded(ParameterInfo[] parameters)
    {
        int last = parameters.Length - 1;
        if (last < 0
            || !parameters[last].IsDefined(typeof(ParamArrayAttribute))
            || Array.Exists(parameters[Math.Min(arguments.Length, last)..last], parameter => !MethodCall.HasDefault(parameter)))
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

    private static bool Directs(ArgumentDirection direction, ParameterInfo parameter) =>
        direction == (!parameter.ParameterType.IsByRef || (parameter.IsIn && !parameter.IsOut) ? ArgumentDirection.In
            : parameter.IsOut ? ArgumentDirection.Out
            : ArgumentDirection.InOut);
}
