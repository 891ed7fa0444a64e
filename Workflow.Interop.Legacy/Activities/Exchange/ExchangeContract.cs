using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>An interface for external data exchange. Thread-safe.</summary>
internal sealed class ExchangeContract
{
    private static readonly WeakCache<Type, ExchangeContract> Known = new(static key => new ExchangeContract(key));

    private ExchangeContract(Type type)
    {
        Type = type;
        Parameters = [.. type.GetCustomAttributes<CorrelationParameterAttribute>().Select(static attribute => attribute.Name).Order(StringComparer.Ordinal)];
    }

    public Type Type { get; }

    /// <summary>The names of the correlation parameters, in ordinal order.</summary>
    public string[] Parameters { get; }

    public bool IsCorrelated => Parameters.Length > 0;

    public static ExchangeContract Of(Type type) => Known.Of(type);

    public static bool IsContract(Type type) => type.IsInterface && type.IsDefined(typeof(ExternalDataExchangeAttribute), inherit: false);

    public static bool IsInitializer(MemberInfo member) => member.IsDefined(typeof(CorrelationInitializerAttribute), inherit: false);

    /// <summary>Returns the problems of an activity that uses an interface.</summary>
    /// <param name="activity">The activity.</param>
    /// <param name="member">The member; null if the interface does not have it.</param>
    /// <param name="named">The property that has the name of the member, the kind of the member, and the name.</param>
    /// <param name="token">The correlation token, or null.</param>
    public static IEnumerable<ActivityProblem> Problems(
        Activity activity, MemberInfo? member, (string Property, string Kind, string Name) named, CorrelationToken? token)
    {
        if (string.IsNullOrEmpty(named.Name))
        {
            yield return ActivityProblem.NotSet(named.Property, $"has no {named.Property}; set it");
        }

        if (activity.Contract is not { } type || !IsContract(type))
        {
            yield return ActivityProblem.NotSet("InterfaceType", "has no InterfaceType that is an interface with the attribute ExternalDataExchange; set it");
        }
        else if (member is null && !string.IsNullOrEmpty(named.Name))
        {
            yield return new ActivityProblem(
                $"uses the {named.Kind} '{named.Name}', which '{type}' does not have; correct the name", ErrorNumbers.UnknownContractMember, named.Property);
        }
        else if (member is not null
            && Of(type).IsCorrelated
            && (token is null || token.Name.Length == 0 || activity.GetActivityByName(token.OwnerActivityName) is null))
        {
            yield return new ActivityProblem(
                $"has no CorrelationToken with a name and an owner that exists, and '{type}' has correlation parameters; set it",
                ErrorNumbers.CorrelationTokenNotSet,
                "CorrelationToken");
        }
    }

    /// <summary>Returns the correlation values of a call or an event.</summary>
    public CorrelationProperty[] ValuesOf(MemberInfo member, ParameterInfo[] parameters, object?[] arguments)
    {
        CorrelationAliasAttribute[] aliases = [.. member.GetCustomAttributes<CorrelationAliasAttribute>()];
        return
        [
            .. Parameters.Select(name =>
            {
                string path = Array.Find(aliases, alias => alias.Name == name)?.Path ?? name;
                return new CorrelationProperty(name, Follow(path, member, parameters, arguments));
            }),
        ];
    }

    private object? Follow(string path, MemberInfo member, ParameterInfo[] parameters, object?[] arguments)
    {
        string[] names = path.Split('.');
        int index = Array.FindIndex(parameters, parameter => parameter.Name == names[0]);
        object? value = index < 0 ? throw Missing(path, member) : arguments[index];
        foreach (string name in names.Skip(1))
        {
            Type? type = value?.GetType();
            value = type?.GetProperty(name) is { CanRead: true } property
                ? property.GetValue(value, BindingFlags.DoNotWrapExceptions, null, null, null)
                : (type?.GetField(name) ?? throw Missing(path, member)).GetValue(value);
        }

        return value;
    }

    private InvalidOperationException Missing(string path, MemberInfo member) =>
        new($"'{Type}.{member.Name}' has no correlation value '{path}'; add a parameter of that name, or the attribute CorrelationAlias with the path.");
}
