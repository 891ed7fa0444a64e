using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Runtime.Snapshots;

/// <summary>
/// Tests every public exception class of the framework: a load restores the public properties or marks the exception as a substitute (rules 7.5.3 and 7.5.6).
/// </summary>
[Rule("7.5.6")]
public sealed class FrameworkExceptionTests
{
    /// <summary>Members that are meaningful in one process only, or that other tests check.</summary>
    private static readonly string[] Excluded = ["TargetSite", "StackTrace", "Data", "InnerException", "InnerExceptions", "Source"];

    private static readonly string[] Assemblies =
    [
        "System.Private.CoreLib", "System.Private.Uri", "System.Private.Xml", "System.Text.Json", "System.Text.RegularExpressions", "System.Net.Primitives",
        "System.Net.Sockets", "System.Net.Http", "System.Net.WebSockets", "System.Net.Mail", "System.Net.Ping", "System.Net.Requests", "System.Net.Security",
        "System.Net.NetworkInformation", "System.Net.HttpListener", "System.Data.Common", "System.Security.Cryptography", "System.Threading",
        "System.Threading.Channels", "System.Transactions.Local", "System.ComponentModel.Annotations", "System.ComponentModel.TypeConverter",
        "System.ComponentModel.Primitives", "Microsoft.Win32.Primitives", "System.Collections", "System.IO.IsolatedStorage", "System.IO.Compression",
        "System.Runtime.Serialization.Primitives", "System.Formats.Asn1", "System.Formats.Cbor", "System.Reflection.Metadata", "System.Resources.Writer",
        "System.Runtime.InteropServices", "System.Linq.Expressions", "System.Private.DataContractSerialization",
    ];

    /// <summary>Saves the exceptions of each class together, to make the test faster.</summary>
    [Fact]
    public void Properties_OfEachException_AreRestoredOrSubstituted()
    {
        List<string> wrong = [], substitutes = [];
        Type[] types = [.. Types()];
        foreach (Type type in types)
        {
            Exception[] thrown = [.. Examples(type)];
            if (thrown.Length == 0)
            {
                continue;
            }

            Exception[] back = RoundTrip(thrown, type);
            for (int i = 0; i < thrown.Length; i++)
            {
                if (SubstituteException.OriginalTypeOf(back[i]) is { } original)
                {
                    substitutes.Add($"{original}: {string.Join(", ", Differences(thrown[i], back[i]))}");
                }
                else if (back[i].GetType() != type || Differences(thrown[i], back[i]).Any())
                {
                    wrong.Add($"{type}: {string.Join(", ", Differences(thrown[i], back[i]))}");
                }
            }
        }

        Assert.Empty(wrong);
        Assert.True(types.Length >= 120, $"There are {types.Length} classes.");
        Assert.True(substitutes.Count <= MostSubstitutes, string.Join("\n", substitutes));
    }

    /// <summary>
    /// The maximum number of substitutes: classes that refer to live objects, types or tokens, and classes whose values are computed from non-public state.
    /// </summary>
    private const int MostSubstitutes = 30;

    private static IEnumerable<Type> Types() =>
        from name in Assemblies
        let assembly = Load(name)
        where assembly is not null
        from type in assembly.GetExportedTypes()
        where type.IsAssignableTo(typeof(Exception))
            && !type.IsAbstract
            && !type.ContainsGenericParameters
            && type.Namespace!.StartsWith("System", StringComparison.Ordinal)
        select type;

    private static Assembly? Load(string name)
    {
        try
        {
            return Assembly.Load(name);
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Returns one exception for each public constructor whose parameters have sample values, with all settable properties set.</summary>
    private static IEnumerable<Exception> Examples(Type type)
    {
        foreach (ConstructorInfo constructor in type.GetConstructors())
        {
            ParameterInfo[] parameters = constructor.GetParameters();
            if (!Array.TrueForAll(parameters, static parameter => Sample(parameter.ParameterType, parameter.Name!) is not null))
            {
                continue;
            }

            Exception made;
            try
            {
                made = (Exception)constructor.Invoke([.. parameters.Select(static parameter => Sample(parameter.ParameterType, parameter.Name!))]);
            }
            catch (TargetInvocationException)
            {
                continue;
            }

            foreach (PropertyInfo property in type.GetProperties()
                .Where(static property => property.SetMethod is { IsPublic: true } && property.Name is not ("Source" or "HelpLink")))
            {
                if (Sample(property.PropertyType, property.Name) is { } value)
                {
                    property.SetValue(made, value);
                }
            }

            yield return made;
        }
    }

    private static object? Sample(Type type, string name) =>
        type == typeof(string) ? $"the {name}"
        : type == typeof(int) ? 110
        : type == typeof(long) ? 7L
        : type == typeof(bool) ? true
        : type == typeof(object) ? 42
        : type == typeof(double) ? double.NegativeInfinity
        : type == typeof(TimeSpan) ? TimeSpan.FromSeconds(3)
        : type == typeof(Exception) ? new TimeoutException("inner")
        : type == typeof(Type) ? typeof(DayOfWeek)
        : type == typeof(int?) ? 5
        : type == typeof(long?) ? 6L
        : Nullable.GetUnderlyingType(type) is { IsEnum: true } inner ? Enum.GetValues(inner).GetValue(1)
        : type.IsEnum ? Enum.GetValues(type).GetValue(Math.Min(1, Enum.GetValues(type).Length - 1))
        : null;

    private static IEnumerable<string> Differences(Exception left, Exception right) =>
        from property in left.GetType().GetProperties()
        where property.GetIndexParameters().Length == 0 && !Excluded.Contains(property.Name) && property.DeclaringType!.IsInstanceOfType(right)
        let one = Value(property, left)
        let other = Value(property, right)
        where !Equals(one, other)
        select $"{property.Name} {one} {other}";

    private static object? Value(PropertyInfo property, Exception exception)
    {
        try
        {
            return property.GetValue(exception);
        }
        catch (TargetInvocationException thrown)
        {
            return thrown.InnerException!.GetType();
        }
    }

    private static Exception[] RoundTrip(Exception[] thrown, Type type)
    {
        Variable<List<Exception>> held = new("held");
        Probe root = new(new Log(), "root") { PrivateVariables = { held } };
        root.Body = context =>
        {
            held.Set(context, [.. thrown]);
            context.CreateBookmark("go", root.Resumed);
        };
        List<Exception>? back = null;
        root.OnResume = (context, _, _) => back = held.Get(context);
        TypeRegistry types = new();
        if (!types.TryGetAlias(type, out _))
        {
            types.Add(type, "tested");
        }

        Reloading running = new Reloading(root, Lane.Fast, types) { Serializer = new JsonValueSerializer() }.Start().Reload();
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        return [.. back!];
    }
}
