using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.Authoring;

/// <summary>The guarantees for trimmed programs; samples/NativeAot proves them in a native program.</summary>
public sealed class TrimmingTests
{
    private readonly Log _log = new();

    [Theory]
    [InlineData(
        typeof(Activity),
        DynamicallyAccessedMemberTypes.PublicProperties | DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods)]
    [InlineData(typeof(ActivityDelegate), DynamicallyAccessedMemberTypes.PublicProperties)]
    [InlineData(typeof(Handle), DynamicallyAccessedMemberTypes.PublicProperties | DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    public void BaseClasses_OfUsers_KeepReflectedMembers(Type type, DynamicallyAccessedMemberTypes kept) =>
        Assert.Equal(kept, type.GetCustomAttribute<DynamicallyAccessedMembersAttribute>()?.MemberTypes);

    [Theory]
    [InlineData(typeof(InvokeMethod))]
    [InlineData(typeof(InvokeMethod<>))]
    [InlineData(typeof(New<>))]
    [InlineData(typeof(PropertyValue<,>))]
    [InlineData(typeof(ExpressionServices))]
    public void Classes_WithLookUpByName_WarnOfTrimming(Type type) => Assert.NotNull(type.GetCustomAttribute<RequiresUnreferencedCodeAttribute>());

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Rule("12.7")]
    public void Arguments_InADictionary_AreFoundWithAndWithoutReflection(bool isOfTheAuthor)
    {
        Dictionary<string, InArgument<int>> entries = new() { ["One"] = 1, ["Two"] = 2 };
        WorkflowInvoker.Invoke(new SumUp(_log) { Values = isOfTheAuthor ? new OwnDictionary(entries) : entries });
        _log.AssertIs("One 1", "Two 2");
    }

    private sealed class SumUp(Log log) : CodeActivity
    {
        public IDictionary<string, InArgument<int>> Values { get; set; } = null!;

        protected override void Execute(CodeActivityContext context)
        {
            foreach ((string name, InArgument<int> value) in Values)
            {
                log.Add($"{name} {value.Get(context)}");
            }
        }
    }

    /// <summary>Implements only the generic <see cref="IDictionary{TKey, TValue}"/>, not <see cref="IDictionary"/>.</summary>
    private sealed class OwnDictionary(IDictionary<string, InArgument<int>> entries) : IDictionary<string, InArgument<int>>
    {
        public ICollection<string> Keys => entries.Keys;

        public ICollection<InArgument<int>> Values => entries.Values;

        public int Count => entries.Count;

        public bool IsReadOnly => entries.IsReadOnly;

        public InArgument<int> this[string key]
        {
            get => entries[key];
            set => entries[key] = value;
        }

        public void Add(string key, InArgument<int> value) => entries.Add(key, value);

        public void Add(KeyValuePair<string, InArgument<int>> item) => entries.Add(item);

        public void Clear() => entries.Clear();

        public bool Contains(KeyValuePair<string, InArgument<int>> item) => entries.Contains(item);

        public bool ContainsKey(string key) => entries.ContainsKey(key);

        public void CopyTo(KeyValuePair<string, InArgument<int>>[] array, int arrayIndex) => entries.CopyTo(array, arrayIndex);

        public IEnumerator<KeyValuePair<string, InArgument<int>>> GetEnumerator() => entries.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public bool Remove(string key) => entries.Remove(key);

        public bool Remove(KeyValuePair<string, InArgument<int>> item) => entries.Remove(item);

        public bool TryGetValue(string key, [MaybeNullWhen(false)] out InArgument<int> value) => entries.TryGetValue(key, out value);
    }
}
