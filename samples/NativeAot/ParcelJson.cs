using System.Text.Json.Serialization;

namespace NativeAot;

/// <summary>The generated serializer for values of the workflow's own types, which uses no reflection.</summary>
[JsonSerializable(typeof(Parcel))]
internal sealed partial class ParcelJson : JsonSerializerContext;
